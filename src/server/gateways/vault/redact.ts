/** Takes a secret out of what came back: some services repeat what they were sent, and an answer is kept and shown. */
const SHORTEST = 4

/** How a secret may come back: as it is, in an address, in JSON, in base64. */
function spellings(secret: string): string[] {
  const inJson = JSON.stringify(secret).slice(1, -1)
  const base64 = Buffer.from(secret).toString('base64')
  return [secret, encodeURIComponent(secret), inJson, base64, base64.replace(/=+$/, '')]
}

/** @param secrets those shorter than four characters stay: everything would hold them */
export function redactor(secrets: readonly string[]): (text: string) => string {
  const found = [...new Set(secrets.filter(({ length }) => length >= SHORTEST).flatMap(spellings))]
  found.sort((a, b) => b.length - a.length)
  return (text) => found.reduce((rest, secret) => rest.replaceAll(secret, '[hidden]'), text)
}
