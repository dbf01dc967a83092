/** Where a text stops being JSON. Browsers do not all say it. */

const TOKEN =
  /[ \t\n\r]*(?:([{}[\],:])|("(?:[^"\\\p{Cc}]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*")|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)/uy

type Wanted = 'value' | 'value or ]' | 'key' | 'key or }' | ':' | ', or close' | 'end'

/** What may come after a whole value. */
const behind = (open: readonly string[]): Wanted => (open.length === 0 ? 'end' : ', or close')

/** What may come after a sign; null where it does not belong. `open` is changed by it. */
function afterSign(sign: string, wanted: Wanted, open: string[]): Wanted | null {
  const wantsValue = wanted === 'value' || wanted === 'value or ]'
  if ((sign === '{' || sign === '[') && wantsValue) {
    open.push(sign)
    return sign === '{' ? 'key or }' : 'value or ]'
  }
  const [opened, empty]: [string, Wanted] = sign === '}' ? ['{', 'key or }'] : ['[', 'value or ]']
  if (sign === '}' || sign === ']') {
    if (open.at(-1) !== opened || (wanted !== ', or close' && wanted !== empty)) return null
    open.pop()
    return behind(open)
  }
  if (sign === ':') return wanted === ':' ? 'value' : null
  return wanted === ', or close' ? (open.at(-1) === '{' ? 'key' : 'value') : null
}

/** The place of the first character that does not belong, from 0; the length of a text that ends too early; null for JSON. */
export function jsonFault(text: string): number | null {
  const open: string[] = []
  let wanted: Wanted | null = 'value'
  let at = 0
  const skip = () => {
    let place = at
    while (place < text.length && ' \t\n\r'.includes(text.charAt(place))) place += 1
    return place
  }
  while (wanted !== 'end') {
    TOKEN.lastIndex = at
    const token = TOKEN.exec(text)
    if (!token) return skip()
    const [, sign, string] = token
    const place = skip()
    const isKey: boolean = wanted === 'key' || wanted === 'key or }'
    if (sign !== undefined) wanted = afterSign(sign, wanted, open)
    else if (isKey) wanted = string === undefined ? null : ':'
    else wanted = wanted === 'value' || wanted === 'value or ]' ? behind(open) : null
    if (wanted === null) return place
    at = TOKEN.lastIndex
  }
  const rest = skip()
  return rest === text.length ? null : rest
}
