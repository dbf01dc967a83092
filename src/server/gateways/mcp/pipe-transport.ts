/** The protocol's own messages on the standard input and output of a server: one a line. */
import { type JSONRPCMessage, parseJSONRPCMessage, type Transport } from '@modelcontextprotocol/client'
import type { ServerPipe } from '#nodes/server-work.ts'

/** @returns null for what is no message: some servers write notes where the protocol goes */
function readMessage(line: string): JSONRPCMessage | null {
  if (!line.startsWith('{')) return null
  try {
    return parseJSONRPCMessage(JSON.parse(line))
  } catch {
    return null
  }
}

export class PipeTransport implements Transport {
  readonly #pipe: ServerPipe
  onclose?: (() => void) | undefined
  onerror?: ((error: Error) => void) | undefined
  onmessage?: ((message: JSONRPCMessage) => void) | undefined

  constructor(pipe: ServerPipe) {
    this.#pipe = pipe
  }

  async start(): Promise<void> {
    this.#pipe.listen({
      line: (text) => {
        const message = readMessage(text.trim())
        if (message) this.onmessage?.(message)
      },
      close: () => this.onclose?.(),
    })
  }

  async send(message: JSONRPCMessage): Promise<void> {
    this.#pipe.write(JSON.stringify(message))
  }

  async close(): Promise<void> {
    this.#pipe.close()
  }
}
