const ALONE = 'print-alone';

/** Prints one answer of a conversation, with its question; the browser's own command prints all of it. */
export function printAnswer(turn: Element | null): void {
  turn?.classList.add(ALONE);
  window.addEventListener('afterprint', () => turn?.classList.remove(ALONE), { once: true });
  window.print();
}
