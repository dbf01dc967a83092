/**
 * The dotted path of a part of a value, no longer than somebody is told: one long name above many values would otherwise be copied
 * for each of them. Below a name that is longer, all parts have the same path.
 * @param longest characters that matter; one more is kept, which tells that there was more
 */
export const joinPath = (path: string, part: string | number, longest = 500): string =>
  path.length > longest ? path : (path === '' ? `${part}` : `${path}.${part}`).slice(0, longest + 1)
