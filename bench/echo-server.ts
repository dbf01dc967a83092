/** What W5 calls: answers the body's n + 1. `node bench/echo-server.ts` prints its port. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

const server = createServer((request, response) => {
  let body = ''
  request.on('data', (chunk) => {
    body += chunk
  })
  request.on('end', () => {
    const { n = 0 } = JSON.parse(body || '{}') as { n?: number }
    const answer = JSON.stringify({ n: n + 1, echo: true })
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(answer) })
    response.end(answer)
  })
})
server.listen(Number(process.argv[2] ?? 0), '127.0.0.1', () => console.log((server.address() as AddressInfo).port))
