const BAR_WIDTH = 24;

/** A bar on a terminal's standard error, redrawn in place; silent elsewhere. Shown only once something takes place. */
export function showProgress(label: string): (done: number, total: number) => void {
  if (!process.stderr.isTTY) return () => {};
  const started = Date.now();
  return (done, total) => {
    // What is over in a moment needs no bar.
    if (Date.now() - started < 300) return;
    const filled = Math.round((done / total) * BAR_WIDTH);
    const bar = '█'.repeat(filled) + '░'.repeat(BAR_WIDTH - filled);
    process.stderr.write(`\r${label} ${bar} ${done}/${total}${done === total ? '\n' : ''}`);
  };
}
