/** The part of IMAP (RFC 3501) that reads one inbox, over a connection without TLS. */
import { createServer, type Socket } from 'node:net'

export interface StoredMail {
  uid: number
  raw: Buffer
  seen: boolean
  received_at: Date
}

export interface ImapState {
  user: string
  /** Another one is refused, as after it was changed. */
  password: string
  uid_validity: number
  uid_next: number
  mails: StoredMail[]
  /** What the next connections come to, in order; afterwards all is well. `drop`: the connection ends when a mail is asked for. */
  next: ('hang' | 'busy' | 'drop')[]
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
const two = (n: number) => String(n).padStart(2, '0')
const internalDate = (at: Date) =>
  `${two(at.getUTCDate())}-${MONTHS[at.getUTCMonth()]}-${at.getUTCFullYear()} ${at.toISOString().slice(11, 19)} +0000`

/** `3`, `3:7`, `3:*`, and lists of them. A range that begins after the last mail has the last mail. */
function chosen(mails: readonly StoredMail[], set: string): StoredMail[] {
  const last = mails.at(-1)?.uid ?? 0
  const ranges = set.split(',').map((part) => {
    const [from = '', to = from] = part.split(':')
    const ends = [from, to].map((end) => (end === '*' ? last : Number(end)))
    return [Math.min(...ends), Math.max(...ends)] as const
  })
  return mails.filter(({ uid }) => ranges.some(([from, to]) => uid >= from && uid <= to))
}

class Session {
  readonly #state: ImapState
  readonly #socket: Socket
  readonly #behaviour: ImapState['next'][number] | undefined
  #isSignedIn = false
  #buffer = ''
  constructor(state: ImapState, socket: Socket) {
    this.#state = state
    this.#socket = socket
    this.#behaviour = state.next.shift()
    if (this.#behaviour !== 'hang') this.#line('* OK ready')
    socket.on('data', (bytes) => this.#read(bytes.toString('latin1')))
  }

  #line(text: string): void {
    this.#socket.write(`${text}\r\n`)
  }

  #read(text: string): void {
    this.#buffer += text
    for (let end = this.#buffer.indexOf('\r\n'); end >= 0; end = this.#buffer.indexOf('\r\n')) {
      const line = this.#buffer.slice(0, end)
      this.#buffer = this.#buffer.slice(end + 2)
      if (this.#behaviour !== 'hang') this.#answer(line)
    }
  }

  #answer(line: string): void {
    const [, tag = '*', command = '', rest = ''] = /^(\S+) ((?:UID )?\S+) ?(.*)$/i.exec(line) ?? []
    const said = this.#carryOut(command.toUpperCase(), rest)
    if (said !== null) this.#line(`${tag} ${said}`)
    if (command.toUpperCase() === 'LOGOUT') this.#socket.end()
  }

  /** @returns how it ended; null when the connection is gone */
  #carryOut(command: string, rest: string): string | null {
    if (command === 'CAPABILITY') this.#line('* CAPABILITY IMAP4rev1')
    if (command === 'LOGIN') return this.#signIn(rest)
    if (command === 'LOGOUT') this.#line('* BYE')
    if (['CAPABILITY', 'NOOP', 'LOGOUT'].includes(command)) return 'OK done'
    if (!this.#isSignedIn) return 'BAD sign in first'
    if (command === 'LIST' || command === 'LSUB') this.#line(`* ${command} () "/" INBOX`)
    else if (command === 'SELECT') this.#select()
    else if (command === 'UID FETCH') return this.#fetch(rest)
    else if (command === 'UID SEARCH') this.#search(rest)
    else if (command === 'UID STORE') this.#store(rest)
    else if (command !== 'CLOSE') return 'BAD unknown'
    return command === 'SELECT' ? 'OK [READ-WRITE] done' : 'OK done'
  }

  #signIn(rest: string): string {
    if (this.#behaviour === 'busy') return 'NO [UNAVAILABLE] Try again later'
    const [user, password] = (rest.match(/"(?:[^"\\]|\\.)*"|\S+/g) ?? []).map((one) =>
      one.startsWith('"') ? one.slice(1, -1).replace(/\\(.)/g, '$1') : one,
    )
    this.#isSignedIn = user === this.#state.user && password === this.#state.password
    return this.#isSignedIn ? 'OK done' : 'NO [AUTHENTICATIONFAILED] Invalid credentials'
  }

  #select(): void {
    const { mails, uid_validity, uid_next } = this.#state
    for (const line of [`${mails.length} EXISTS`, '0 RECENT', 'FLAGS (\\Seen)']) this.#line(`* ${line}`)
    this.#line(`* OK [UIDVALIDITY ${uid_validity}] valid`)
    this.#line(`* OK [UIDNEXT ${uid_next}] next`)
    this.#line('* OK [PERMANENTFLAGS (\\Seen \\*)] kept')
  }

  #fetch(rest: string): string | null {
    const { mails } = this.#state
    const [, set = '', items = ''] = /^(\S+) \(?(.*?)\)?$/.exec(rest) ?? []
    if (this.#behaviour === 'drop' && items.includes('BODY')) {
      this.#socket.destroy()
      return null
    }
    for (const mail of chosen(mails, set)) {
      const [, , start, length] = /BODY\.PEEK\[\](<(\d+)\.(\d+)>)?/.exec(items) ?? []
      this.#socket.write(`* ${mails.indexOf(mail) + 1} FETCH (UID ${mail.uid} RFC822.SIZE ${mail.raw.length}`)
      this.#socket.write(` INTERNALDATE "${internalDate(mail.received_at)}"`)
      if (items.includes('BODY')) {
        const from = Number(start ?? 0)
        const part = length === undefined ? mail.raw : mail.raw.subarray(from, from + Number(length))
        this.#socket.write(` BODY[]${start === undefined ? '' : `<${from}>`} {${part.length}}\r\n`)
        this.#socket.write(part)
      }
      this.#line(')')
    }
    return 'OK done'
  }

  #search(rest: string): void {
    const since = new Date(`${/SINCE "?([\w-]+)"?/.exec(rest)?.[1] ?? '01-Jan-1970'} UTC`)
    const found = this.#state.mails.filter(({ seen, received_at }) => !seen && received_at >= since)
    this.#line(`* SEARCH ${found.map(({ uid }) => uid).join(' ')}`.trim())
  }

  #store(rest: string): void {
    const [set = ''] = rest.split(' ')
    for (const mail of chosen(this.#state.mails, set)) if (/\+FLAGS.*\\Seen/i.test(rest)) mail.seen = true
  }
}

/** @param sockets those that are open, for closing them */
export function createImapServer(state: ImapState, sockets: Set<Socket>) {
  return createServer((socket) => {
    socket.setNoDelay(true)
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
    // A connection that breaks is what the script asked for.
    socket.on('error', () => {})
    new Session(state, socket)
  })
}
