/** What persons and channels say to each other besides the agent’s answers: in Hindi to those who write in Devanagari, else in English. */

import type { MessageCitation } from '#contract/runs/conversations.ts'

const NOTICES = {
  ask_consent: [
    'You’re writing to an automated assistant. Your messages are stored to answer you. Reply START to agree, or STOP if you don’t want messages.',
    'यहाँ एक स्वचालित सहायक जवाब देता है। जवाब देने के लिए आपके संदेश सहेजे जाते हैं। सहमत हों तो START लिखें, संदेश न चाहें तो STOP लिखें।',
  ],
  welcome: [
    'You’re writing to an automated assistant. Your messages are stored to answer you. Ask your question, or send STOP at any time to get no more messages.',
    'यहाँ एक स्वचालित सहायक जवाब देता है। जवाब देने के लिए आपके संदेश सहेजे जाते हैं। अपना सवाल लिखें, या संदेश बंद करने के लिए कभी भी STOP लिखें।',
  ],
  started: [
    'Thank you. Ask your question. Reply STOP at any time to get no more messages.',
    'धन्यवाद। अपना सवाल लिखें। संदेश बंद करने के लिए कभी भी STOP लिखें।',
  ],
  stopped: [
    'You won’t get any more messages from here. Reply START to write again.',
    'अब यहाँ से आपको कोई संदेश नहीं आएगा। दोबारा लिखने के लिए START लिखें।',
  ],
  quota: [
    'You’ve sent as many messages as one person can send in a day. Write again tomorrow.',
    'आज के लिए आपके संदेशों की सीमा पूरी हो गई है। कल फिर लिखें।',
  ],
  used_up: [
    'This assistant has answered as many messages as it can today. Write again tomorrow.',
    'आज के लिए जवाबों की सीमा पूरी हो गई है। कल फिर लिखें।',
  ],
  closed: ['This isn’t available at the moment. Try again later.', 'यह अभी उपलब्ध नहीं है। कुछ देर बाद फिर कोशिश करें।'],
  failed: ['Something went wrong on our side. Try again.', 'हमारी तरफ़ से कुछ गड़बड़ हुई। फिर कोशिश करें।'],
  no_files: ['Files can’t be read here. Write your question as text.', 'यहाँ फ़ाइलें नहीं पढ़ी जा सकतीं। अपना सवाल लिखकर भेजें।'],
  unreadable: [
    'This file can’t be read. Send a PDF, a Word or Excel file, a JPEG or PNG picture, or write your question as text.',
    'यह फ़ाइल नहीं पढ़ी जा सकती। PDF, Word या Excel फ़ाइल, JPEG या PNG चित्र भेजें, या अपना सवाल लिखें।',
  ],
  unsupported: [
    'This kind of message can’t be read. Write your question as text.',
    'इस तरह का संदेश नहीं पढ़ा जा सकता। अपना सवाल लिखकर भेजें।',
  ],
} as const
export type NoticeName = keyof typeof NOTICES

/** @param written what the person wrote last */
export const noticeText = (name: NoticeName, written: string): string =>
  NOTICES[name][/\p{Script=Devanagari}/u.test(written) ? 1 : 0]

/** What a person is told of files of an answer, which stay where they are. @param written what the person wrote last */
export function unsentFiles(names: readonly string[], written: string): string {
  if (names.length === 0) return ''
  const said = names.join(', ')
  return /\p{Script=Devanagari}/u.test(written)
    ? `यहाँ फ़ाइलें नहीं भेजी जा सकतीं। नहीं भेजी गई: ${said}`
    : `Files can’t be sent here. Not sent: ${said}`
}

/** At most so many messages for one answer. */
const MOST_PARTS = 10

/** Where a text is best divided: after a paragraph, a line, a sentence or a word in the second half, else anywhere but inside a character. */
function endOfPart(text: string, most: number): number {
  for (const mark of ['\n\n', '\n', '. ', '। ', ' ']) {
    const at = text.lastIndexOf(mark, most - mark.length)
    if (at > most / 2) return at + mark.length
  }
  const isPair = /[\uD800-\uDBFF]/.test(text[most - 1] ?? '')
  return isPair ? most - 1 : most
}

/** @returns one text at least as long as anything is left of it, each at most as long as a message may be */
export function splitText(text: string, most: number): string[] {
  const parts: string[] = []
  let rest = text.trim()
  while (rest.length > most && parts.length < MOST_PARTS - 1) {
    const end = endOfPart(rest, most)
    parts.push(rest.slice(0, end).trim())
    rest = rest.slice(end).trim()
  }
  if (rest !== '') parts.push(rest.length > most ? `${rest.slice(0, endOfPart(rest, most - 1)).trim()}…` : rest)
  return parts
}

/** The answer as messages of at most so many characters, with what it rests on. */
export function textsOfAnswer(text: string, citations: readonly MessageCitation[], most: number): string[] {
  const sources = citations
    .filter(({ cited }) => cited)
    .map(({ number, document, page, url }) => {
      const place = page === null ? '' : `, p. ${page}`
      return `[${number}] ${document}${place}${url === null ? '' : ` ${url}`}`
    })
  const whole = sources.length === 0 ? text : `${text}\n\n${[...new Set(sources)].join('\n')}`
  return splitText(whole, most)
}
