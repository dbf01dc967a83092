/** Senders of multipart forms that say how large theirs is, and send the rest of it when they are told. */
import { type ClientRequest, request } from 'node:http'

export interface SlowForm {
  path: string
  /** Where it comes from, for a server that believes one proxy. */
  ip: string
  /** Bytes of its file. */
  bytes: number
  headers?: Record<string, string>
}

export interface SlowSender {
  /** Sends the rest. */
  finish(): void
  /** Closes the connection. */
  drop(): void
  answer: Promise<SlowAnswer>
}

export interface SlowAnswer {
  status: number
  retry_after: string | undefined
  code: string | undefined
}

/** Resolves when the server has taken the headers of the request: it says so before it wants the body. */
export async function beginForm(url: string, { path, ip, bytes, headers = {} }: SlowForm): Promise<SlowSender> {
  const head = Buffer.from(
    '--x\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\nContent-Type: text/plain\r\n\r\nhello ',
  )
  const rest = Buffer.concat([Buffer.alloc(bytes - 6, 'word '), Buffer.from('\r\n--x--\r\n')])
  const asked = request(new URL(path, url), {
    method: 'POST',
    agent: false,
    headers: {
      'content-type': 'multipart/form-data; boundary=x',
      'content-length': head.length + rest.length,
      'x-forwarded-for': ip,
      expect: '100-continue',
      ...headers,
    },
  })
  const answer = answerTo(asked)
  asked.flushHeaders()
  await new Promise((resolve) => asked.once('continue', resolve))
  asked.write(head)
  return { finish: () => asked.end(rest), drop: () => asked.destroy(), answer }
}

function answerTo(asked: ClientRequest): Promise<SlowAnswer> {
  return new Promise((resolve, reject) => {
    asked.once('error', reject)
    asked.once('response', async (response) => {
      // What is sent after an answer may find the connection closed.
      asked.on('error', () => {})
      const text = Buffer.concat(await response.toArray()).toString()
      const code = JSON.parse(text).errors?.[0].code
      resolve({ status: response.statusCode ?? 0, retry_after: response.headers['retry-after'], code })
    })
  })
}
