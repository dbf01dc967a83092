/** Where mail goes out, from the environment. */

export interface MailSettings {
  host: string
  port: number
  /** TLS from the first byte (port 465); otherwise STARTTLS when the server offers it. */
  secure: boolean
  auth: { user: string; pass: string } | null
  from: MailAddress
  /** The address `host` was resolved to and checked as; TLS still checks the name. */
  reached?: string
}

export interface MailAddress {
  /** Empty: the name of the product. */
  name: string
  address: string
}

export interface MailVariables {
  SMTP_URL?: string | undefined
  SMTP_HOST?: string | undefined
  SMTP_PORT?: number | undefined
  SMTP_USER?: string | undefined
  SMTP_PASSWORD?: string | undefined
  MAIL_FROM?: string | undefined
}

const URL_HINT = 'an address such as smtps://user:password@mail.example.in:465'
const TLS_PORT = 465
const SUBMISSION_PORT = 587

/** `hello@firm.in`, or `The Firm <hello@firm.in>`. @returns null when it is neither */
export function parseMailAddress(text: string): MailAddress | null {
  const found = /^\s*(?:"?([^"<>@\p{Cc}]*?)"?\s*<)?([^\s<>@",;:\p{Cc}]+@[^\s<>@",;:\p{Cc}]+)>?\s*$/u.exec(text)
  return found?.[2] ? { name: found[1]?.trim() ?? '', address: found[2] } : null
}

const wrong = (variable: string, message: string) =>
  new Error(`The configuration is not valid:\n  ${variable}: ${message}`)

function decode(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    throw wrong('SMTP_URL', `${URL_HINT}; "%" in a user name or password is written as "%25"`)
  }
}

function serverOf(e: MailVariables): Omit<MailSettings, 'from'> | null {
  if (e.SMTP_URL !== undefined) {
    const url = URL.parse(e.SMTP_URL)
    if (!url || !/^smtps?:$/.test(url.protocol) || url.hostname === '') throw wrong('SMTP_URL', URL_HINT)
    const secure = url.protocol === 'smtps:'
    const auth = { user: decode(url.username), pass: decode(url.password) }
    return {
      host: url.hostname.replace(/^\[|\]$/g, ''),
      port: Number(url.port) || (secure ? TLS_PORT : SUBMISSION_PORT),
      secure,
      auth: auth.user === '' ? null : auth,
    }
  }
  if (e.SMTP_HOST === undefined) return null
  const port = e.SMTP_PORT ?? SUBMISSION_PORT
  const auth = e.SMTP_USER === undefined ? null : { user: e.SMTP_USER, pass: e.SMTP_PASSWORD ?? '' }
  return { host: e.SMTP_HOST, port, secure: port === TLS_PORT, auth }
}

/**
 * @returns null when no mail server is named: mail then waits in the outbox
 * @throws Error naming the variable that is wrong or missing
 */
export function mailSettings(e: MailVariables): MailSettings | null {
  const server = serverOf(e)
  if (!server) return null
  const from = e.MAIL_FROM === undefined ? null : parseMailAddress(e.MAIL_FROM)
  if (!from) throw wrong('MAIL_FROM', 'needed to send mail: an address such as Chowk <hello@example.in>')
  return { ...server, from }
}
