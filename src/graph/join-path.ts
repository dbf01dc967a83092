/**
 * The dotted path of a part of a value, no longer than messages show: one long name above many values would otherwise
 * be copied
 * for each of them. Below a name that is longer, all parts have the same path.
 * @param longest characters that matter; one more is kept, which shows that the path was cut
 */
export const joinPath = (path: string, part: string | number, longest = 500): string =>
  path.length > longest ? path : (path === '' ? `${part}` : `${path}.${part}`).slice(0, longest + 1)
