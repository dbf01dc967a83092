/**
 * Parts of Node's library that n8n's sources use, as text for our sandbox: bytes, web addresses, hashes. Each is there for a source that
 * mentions it, and does what those sources need of it.
 */

/** https://nodejs.org/api/buffer.html */
const BUFFER = `const $base64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
const $coding = {
  utf8: [(text) => unescape(encodeURIComponent(text)), (bytes) => { try { return decodeURIComponent(escape(bytes)) } catch { return bytes.replace(/[\\x80-\\xff]/g, '\\ufffd') } }],
  latin1: [(text) => text, (bytes) => bytes],
  hex: [(text) => text.replace(/../g, (two) => String.fromCharCode(Number.parseInt(two, 16))), (bytes) => bytes.replace(/[\\s\\S]/g, (one) => one.charCodeAt(0).toString(16).padStart(2, '0'))],
  base64: [(text) => {
    let bits = 0, held = 0, made = ''
    for (const one of text.replace(/-/g, '+').replace(/_/g, '/')) {
      const value = $base64.indexOf(one)
      if (value < 0) continue
      held = (held << 6 | value) & 0xffff
      bits += 6
      if (bits >= 8) made += String.fromCharCode(held >> (bits -= 8) & 255)
    }
    return made
  }, (bytes) => {
    let made = ''
    for (let at = 0; at < bytes.length; at += 3) {
      const [a, b, c] = [0, 1, 2].map((more) => bytes.charCodeAt(at + more))
      made += $base64[a >> 2] + $base64[(a & 3) << 4 | b >> 4] + (Number.isNaN(b) ? '=' : $base64[(b & 15) << 2 | c >> 6]) + (Number.isNaN(c) ? '=' : $base64[c & 63])
    }
    return made
  }],
}
$coding['utf-8'] = $coding.utf8
$coding.binary = $coding.ascii = $coding.latin1
$coding.base64url = [$coding.base64[0], (bytes) => $coding.base64[1](bytes).replace(/\\+/g, '-').replace(/\\//g, '_').replace(/=/g, '')]
class Buffer extends Uint8Array {
  static from(given, coding = 'utf8') {
    if (typeof given !== 'string') return new Buffer(given?.type === 'Buffer' ? given.data : given)
    const bytes = $coding[coding.toLowerCase()][0](given)
    const made = new Buffer(bytes.length)
    for (let at = 0; at < bytes.length; at++) made[at] = bytes.charCodeAt(at)
    return made
  }
  static alloc(size) { return new Buffer(size) }
  static isBuffer(given) { return given instanceof Buffer }
  static byteLength(given, coding) { return Buffer.from(given, coding).length }
  static concat(list) {
    const made = new Buffer(list.reduce((all, one) => all + one.length, 0))
    let at = 0
    for (const one of list) { made.set(one, at); at += one.length }
    return made
  }
  toString(coding = 'utf8') {
    let bytes = ''
    for (let at = 0; at < this.length; at += 8192) bytes += String.fromCharCode(...Uint8Array.prototype.slice.call(this, at, at + 8192))
    return $coding[coding.toLowerCase()][1](bytes)
  }
  toJSON() { return { type: 'Buffer', data: [...this] } }
}
const btoa = (text) => Buffer.from(String(text), 'latin1').toString('base64'), atob = (text) => Buffer.from(String(text), 'base64').toString('latin1')`

/** https://url.spec.whatwg.org, for addresses with a host. */
const ADDRESSES = `const $coded = (text) => text.replace(/[^\\x21-\\x7e]+|[<>"]/g, encodeURIComponent)
const $path = (text) => {
  const made = []
  for (const part of text.replace(/^\\//, '').split('/')) part === '..' ? made.pop() : part !== '.' && made.push($coded(part))
  return '/' + made.join('/') + (/\\/\\.{1,2}$/.test(text) ? '/' : '')
}
class URLSearchParams {
  constructor(given = '') {
    const pairs = typeof given === 'string' ? given.replace(/^\\?/, '').split('&').filter(Boolean).map((pair) => { const [name, ...rest] = pair.split('='); return [name, rest.join('=')].map((one) => decodeURIComponent(one.replace(/\\+/g, ' '))) }) : typeof given[Symbol.iterator] === 'function' ? [...given] : Object.entries(given)
    Object.defineProperty(this, '$pairs', { value: pairs.map(([name, value]) => [String(name), String(value)]), writable: true })
  }
  get(name) { return this.$pairs.find(([one]) => one === name)?.[1] ?? null }
  getAll(name) { return this.$pairs.filter(([one]) => one === name).map(([, value]) => value) }
  has(name) { return this.$pairs.some(([one]) => one === name) }
  append(name, value) { this.$pairs.push([String(name), String(value)]) }
  delete(name) { this.$pairs = this.$pairs.filter(([one]) => one !== name) }
  set(name, value) {
    const found = this.$pairs.find(([one]) => one === name)
    this.$pairs = this.$pairs.filter((one) => one === found || one[0] !== name)
    if (found) found[1] = String(value)
    else this.append(name, value)
  }
  forEach(work) { for (const [name, value] of this.$pairs) work(value, name, this) }
  keys() { return this.$pairs.map(([name]) => name)[Symbol.iterator]() }
  values() { return this.$pairs.map(([, value]) => value)[Symbol.iterator]() }
  entries() { return this.$pairs[Symbol.iterator]() }
  [Symbol.iterator]() { return this.entries() }
  toString() {
    const coded = (text) => encodeURIComponent(text).replace(/%20/g, '+').replace(/[!'()~]/g, (one) => '%' + one.charCodeAt(0).toString(16).toUpperCase())
    return this.$pairs.map((pair) => pair.map(coded).join('=')).join('&')
  }
}
class URL {
  constructor(given, base) {
    const whole = String(given).trim()
    const [, origin = '', path = ''] = /^([a-z][a-z0-9+.-]*:\\/\\/[^/?#]*)([^?#]*\\/)?/i.exec(String(base ?? '')) ?? []
    const text = /^[a-z][a-z0-9+.-]*:\\/\\//i.test(whole) ? whole : whole.startsWith('/') ? origin + whole : origin + (path || '/') + whole
    const [all, protocol, user = '', hostname, port = '', pathname, search = '', hash = ''] = /^([a-z][a-z0-9+.-]*:)\\/\\/(?:([^/?#@]*)@)?([^/?#:@]+)(?::(\\d+))?([^?#]*)(\\?[^#]*)?(#.*)?$/i.exec(text) ?? []
    if (all === undefined) throw new TypeError('Invalid URL')
    const [username = '', password = ''] = user.split(':')
    const isDefault = { 'http:': '80', 'https:': '443' }[protocol.toLowerCase()] === port
    Object.assign(this, { protocol: protocol.toLowerCase(), username, password, hostname: hostname.toLowerCase(), port: isDefault ? '' : port, pathname: $path(pathname), hash })
    this.searchParams = new URLSearchParams(search)
    Object.defineProperty(this, '$search', { value: search === '?' ? '' : $coded(search) })
    Object.defineProperty(this, '$was', { value: this.searchParams.toString() })
  }
  get search() { const now = this.searchParams.toString(); return now === this.$was ? this.$search : now === '' ? '' : '?' + now }
  get host() { return this.hostname + (this.port && ':' + this.port) }
  get origin() { return this.protocol + '//' + this.host }
  get href() { return this.protocol + '//' + (this.username && this.username + (this.password && ':' + this.password) + '@') + this.host + this.pathname + this.search + this.hash }
  toString() { return this.href }
  toJSON() { return this.href }
}`

/** MD5 (RFC 1321), SHA-1 and SHA-2 (FIPS 180-4) and HMAC (RFC 2104), by their descriptions. */
const HASHES = `const $primes = (count) => { const made = []; for (let n = 2; made.length < count; n++) if (made.every((p) => n % p)) made.push(n); return made }
const $root = (n, by, bits) => { let low = 0n, high = 1n << 80n; const wanted = BigInt(n) << (bits * by); while (low < high) { const middle = (low + high + 1n) / 2n; if (middle ** by <= wanted) low = middle; else high = middle - 1n } return low & ((1n << bits) - 1n) }
const $padded = (bytes, block, isLittle) => {
  const size = Math.ceil((bytes.length + 1 + block / 8) / block) * block, made = new Uint8Array(size)
  made.set(bytes)
  made[bytes.length] = 128
  for (let at = 0, bits = BigInt(bytes.length) * 8n; at < 8; at++, bits >>= 8n) made[isLittle ? size - 8 + at : size - 1 - at] = Number(bits & 255n)
  return made
}
const $sha2 = (bytes, bits) => {
  const rounds = bits === 32n ? 64 : 80, mask = (1n << bits) - 1n, size = Number(bits) / 8, primes = $primes(rounds)
  const turns = bits === 32n ? [[2n, 13n, 22n], [6n, 11n, 25n], [7n, 18n, 3n], [17n, 19n, 10n]] : [[28n, 34n, 39n], [14n, 18n, 41n], [1n, 8n, 7n], [19n, 61n, 6n]]
  const turned = (x, by) => (x >> by | x << (bits - by)) & mask
  const big = (x, [a, b, c]) => turned(x, a) ^ turned(x, b) ^ turned(x, c), small = (x, [a, b, c]) => turned(x, a) ^ turned(x, b) ^ x >> c
  const keys = primes.map((p) => $root(p, 3n, bits))
  let state = primes.slice(0, 8).map((p) => $root(p, 2n, bits))
  const data = $padded(bytes, size * 16, false)
  for (let from = 0; from < data.length; from += size * 16) {
    const words = Array.from({ length: 16 }, (_, at) => { let word = 0n; for (let one = 0; one < size; one++) word = word << 8n | BigInt(data[from + at * size + one]); return word })
    for (let at = 16; at < rounds; at++) words.push(words[at - 16] + small(words[at - 15], turns[2]) + words[at - 7] + small(words[at - 2], turns[3]) & mask)
    let [a, b, c, d, e, f, g, h] = state
    for (let at = 0; at < rounds; at++) {
      const one = h + big(e, turns[1]) + (e & f ^ (e ^ mask) & g) + keys[at] + words[at], two = big(a, turns[0]) + (a & b ^ a & c ^ b & c)
      ;[h, g, f, e, d, c, b, a] = [g, f, e, d + one & mask, c, b, a, one + two & mask]
    }
    state = [a, b, c, d, e, f, g, h].map((word, at) => word + state[at] & mask)
  }
  return Buffer.from(state.map((word) => word.toString(16).padStart(size * 2, '0')).join(''), 'hex')
}
const $word = (data, at, isLittle) => isLittle ? data[at] | data[at + 1] << 8 | data[at + 2] << 16 | data[at + 3] << 24 : data[at] << 24 | data[at + 1] << 16 | data[at + 2] << 8 | data[at + 3]
const $left = (x, by) => x << by | x >>> (32 - by)
const $sha1 = (bytes) => {
  let state = [0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0]
  const data = $padded(bytes, 64, false)
  for (let from = 0; from < data.length; from += 64) {
    const words = Array.from({ length: 16 }, (_, at) => $word(data, from + at * 4, false))
    for (let at = 16; at < 80; at++) words.push($left(words[at - 3] ^ words[at - 8] ^ words[at - 14] ^ words[at - 16], 1))
    let [a, b, c, d, e] = state
    for (let at = 0; at < 80; at++) {
      const [f, k] = at < 20 ? [b & c | ~b & d, 0x5a827999] : at < 40 ? [b ^ c ^ d, 0x6ed9eba1] : at < 60 ? [b & c | b & d | c & d, 0x8f1bbcdc] : [b ^ c ^ d, 0xca62c1d6]
      ;[e, d, c, b, a] = [d, c, $left(b, 30), a, $left(a, 5) + f + e + k + words[at] | 0]
    }
    state = [a, b, c, d, e].map((word, at) => word + state[at] | 0)
  }
  return Buffer.from(state.map((word) => (word >>> 0).toString(16).padStart(8, '0')).join(''), 'hex')
}
const $md5 = (bytes) => {
  const turns = [[7, 12, 17, 22], [5, 9, 14, 20], [4, 11, 16, 23], [6, 10, 15, 21]]
  let state = [0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476]
  const data = $padded(bytes, 64, true)
  for (let from = 0; from < data.length; from += 64) {
    let [a, b, c, d] = state
    for (let at = 0; at < 64; at++) {
      const round = at >> 4
      const [f, g] = [[b & c | ~b & d, at], [d & b | ~d & c, (5 * at + 1) % 16], [b ^ c ^ d, (3 * at + 5) % 16], [c ^ (b | ~d), 7 * at % 16]][round]
      const sum = a + f + Math.floor(Math.abs(Math.sin(at + 1)) * 2 ** 32) + $word(data, from + g * 4, true) | 0
      ;[a, d, c, b] = [d, c, b, b + $left(sum, turns[round][at % 4]) | 0]
    }
    state = [a, b, c, d].map((word, at) => word + state[at] | 0)
  }
  return Buffer.from(state.flatMap((word) => [word & 255, word >>> 8 & 255, word >>> 16 & 255, word >>> 24]))
}
const $hashes = { md5: [$md5, 64], sha1: [$sha1, 64], sha256: [(bytes) => $sha2(bytes, 32n), 64], sha512: [(bytes) => $sha2(bytes, 64n), 128] }
const $hasher = (finish) => {
  const parts = []
  const made = { update: (given, coding) => (parts.push(Buffer.from(given, coding)), made), digest: (coding) => { const found = finish(Buffer.concat(parts)); return coding ? found.toString(coding) : found } }
  return made
}
const $algorithm = (name) => $hashes[String(name).toLowerCase().replace('-', '')] ?? (() => { throw new Error('Unknown hash ' + name) })()
const crypto = {
  createHash: (name) => $hasher($algorithm(name)[0]),
  createHmac: (name, secret) => {
    const [hash, block] = $algorithm(name)
    const given = Buffer.from(secret), key = new Uint8Array(block)
    key.set(given.length > block ? hash(given) : given)
    return $hasher((bytes) => hash(Buffer.concat([key.map((one) => one ^ 0x5c), hash(Buffer.concat([key.map((one) => one ^ 0x36), bytes]))])))
  },
  timingSafeEqual: (a, b) => a.length === b.length && a.every((one, at) => one === b[at]),
  randomUUID: () => 'xxxxxxxx-xxxx-4xxx-8xxx-xxxxxxxxxxxx'.replace(/x/g, () => Math.floor(Math.random() * 16).toString(16)),
}`

const REQUIRE = `const require = (name) => {
  const found = { luxon: () => luxon, buffer: () => ({ Buffer }), crypto: () => crypto, url: () => ({ URL, URLSearchParams }) }[name.replace(/^node:/, '')]
  if (!found) throw new Error('There is no module ' + name)
  return found()
}`

/** Modules that a source can ask for. */
export const MODULES: readonly string[] = ['luxon', 'buffer', 'crypto', 'url']

/** What a source needs in front of it. */
export function librariesFor(source: string): string[] {
  const asks = /\brequire\s*\(/.test(source)
  const hashes = /\bcrypto\b/.test(source)
  const addresses = /\bURL(?:SearchParams)?\b/.test(source)
  const bytes = hashes || /\b(?:Buffer|btoa|atob)\b/.test(source)
  return [
    ...(bytes || asks ? [BUFFER] : []),
    ...(addresses || asks ? [ADDRESSES] : []),
    ...(hashes || asks ? [HASHES] : []),
    ...(asks ? [REQUIRE] : []),
  ]
}
