const MOST_NAME = 200

/** Names come from anywhere: one line, without characters that reorder or hide text, and never empty. */
export function plainName(name: string): string {
  const plain = name
    .toWellFormed()
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}/\\]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  if (plain.length <= MOST_NAME) return plain === '' ? 'Untitled' : plain
  const extension = /\.[a-z0-9]{1,8}$/i.exec(plain)?.[0] ?? ''
  return `${plain.slice(0, MOST_NAME - extension.length).replace(/[\ud800-\udbff]$/, '')}${extension}`
}
