export class Tiktoken {
  constructor() {
    throw new Error('The tokenizer is left out of this installation; see stubs/README.md.');
  }
}

export function getEncodingNameForModel() {
  throw new Error('The tokenizer is left out of this installation; see stubs/README.md.');
}
