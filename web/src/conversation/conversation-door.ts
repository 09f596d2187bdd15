/**
 * The door of a conversation that is not there yet: the first question goes through and makes it; whoever comes behind
 * waits until it is known which one that is, or the first has failed.
 */
export function createConversationDoor(isKnown: () => boolean) {
  let opening: Promise<void> | null = null;
  return async function pass(ask: (opened: () => void) => Promise<void>): Promise<void> {
    while (!isKnown() && opening !== null) await opening;
    if (isKnown()) return ask(() => {});
    let open = () => {};
    const mine = new Promise<void>((resolve) => {
      open = resolve;
    });
    opening = mine;
    try {
      await ask(open);
    } finally {
      if (opening === mine) opening = null;
      open();
    }
  };
}
