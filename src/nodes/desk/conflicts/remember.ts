/** Reads something of each thing only once, for as long as the thing is in use. */
export function remember<Thing extends object, Read>(read: (thing: Thing) => Read): (thing: Thing) => Read {
  const known = new WeakMap<Thing, Read>();
  return (thing) => {
    // What was read may itself be empty, never undefined.
    const before = known.get(thing);
    if (before !== undefined) return before;
    const now = read(thing);
    known.set(thing, now);
    return now;
  };
}
