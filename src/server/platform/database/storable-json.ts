/** PostgreSQL's JSON holds neither U+0000 nor half a surrogate pair; both become U+FFFD, here where they would be stored. */
export function toStorableJson(json: string): string {
  if (!json.includes('\\u')) return json
  return json.replace(/\\(?:u(?:0000|d[89a-f][0-9a-f]{2})|.)/gs, (sequence) =>
    sequence.length > 2 ? '\\ufffd' : sequence,
  )
}
