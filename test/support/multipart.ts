/** A multipart form with one file, as browsers send it. */
export function multipart(name: string, content: Buffer): { payload: Buffer; headers: Record<string, string> } {
  const head = `--form\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\nContent-Type: application/octet-stream\r\n\r\n`
  const payload = Buffer.concat([Buffer.from(head), content, Buffer.from('\r\n--form--\r\n')])
  return { payload, headers: { 'content-type': 'multipart/form-data; boundary=form' } }
}
