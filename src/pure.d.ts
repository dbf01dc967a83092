// What the pure rooms (contract, graph, nodes) may use of the host: the few globals that browsers and Node share. Only `tsconfig.pure.json` includes this file.
interface AbortSignal {
  readonly aborted: boolean
  readonly reason: unknown
  throwIfAborted(): void
  addEventListener(type: 'abort', listener: () => void, options?: { once?: boolean }): void
  removeEventListener(type: 'abort', listener: () => void): void
}
declare class URL {
  constructor(url: string, base?: string)
  readonly protocol: string
  readonly hostname: string
  readonly href: string
  readonly searchParams: { set(name: string, value: string): void }
}
declare class TextEncoder {
  encode(text: string): Uint8Array
}
declare function structuredClone<T>(value: T): T

declare function atob(text: string): string
