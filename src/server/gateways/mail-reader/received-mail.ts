/** An email as it is read in a thread. */
export interface ReceivedMail {
  /** In lower case; '' when the mail names no sender. */
  from: string
  from_name: string
  to: string[]
  cc: string[]
  subject: string
  /** Of a mail that is HTML alone, the words of the HTML. */
  text: string
  html: string | null
  message_id: string | null
  /** ISO 8601. */
  sent_at: string | null
  /** `is_part_of_html`: a picture that the HTML shows. */
  attachments: { name: string; mime: string; bytes: Uint8Array<ArrayBuffer>; is_part_of_html: boolean }[]
  /** Names of the attachments beyond the first `MOST_ATTACHMENTS`. */
  more_attachments: string[]
}

export const MOST_ATTACHMENTS = 20

export type ParseReply = { mail: ReceivedMail } | { error: string }
