/** The part of WebAssembly that is used here; Node has it, but the types of Node 20 do not. */
declare namespace WebAssembly {
  interface Memory {
    readonly buffer: ArrayBuffer;
    grow(pages: number): number;
  }
  const Module: new (bytes: Uint8Array) => Module;
  const Instance: new (module: Module) => { readonly exports: Record<string, unknown> };
}
