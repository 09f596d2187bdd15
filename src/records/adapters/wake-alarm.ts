export interface Alarm {
  /** Ends after the time, or when the alarm rings; at once if it rang since the last wait. */
  wait(ms: number): Promise<void>;
  ring(): void;
}

/** Lets a loop sleep between two looks and be woken when there is something to see. */
export function createAlarm(): Alarm {
  let rang = false;
  let wake: (() => void) | null = null;
  return {
    async wait(ms) {
      if (!rang) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, ms);
          wake = () => {
            clearTimeout(timer);
            resolve();
          };
        });
      }
      rang = false;
      wake = null;
    },
    ring() {
      rang = true;
      wake?.();
    },
  };
}
