/** What a server answers in place of a result. */
export class Refusal extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

export function refuse(status: number, message: string): never {
  throw new Refusal(status, message);
}
