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
  readonly host: string
  readonly origin: string
  readonly href: string
  readonly searchParams: { set(name: string, value: string): void }
}
declare class TextEncoder {
  encode(text: string): Uint8Array
}
declare class TextDecoder {
  constructor(label?: string, options?: { fatal?: boolean })
  decode(bytes: Uint8Array): string
}
declare function atob(text: string): string
declare function btoa(text: string): string
interface CryptoKey {
  readonly type: string
}
declare const crypto: {
  readonly subtle: {
    digest(algorithm: string, data: Uint8Array): Promise<ArrayBuffer>
    importKey(
      format: string,
      key: Uint8Array,
      algorithm: { name: string; hash: string },
      extractable: boolean,
      uses: string[],
    ): Promise<CryptoKey>
    sign(algorithm: string, key: CryptoKey, data: Uint8Array): Promise<ArrayBuffer>
  }
}
declare function structuredClone<T>(value: T): T
