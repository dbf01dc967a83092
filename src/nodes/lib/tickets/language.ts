/** Which language a short text is in: by its script, and Hindi in Latin letters by its words. */

export interface Language {
  /** BCP 47, `hi-Latn` for Hindi in Latin letters; `und` when there is nothing to tell it by. */
  code: string
  name: string
}

const SCRIPTS: readonly (readonly [RegExp, Language])[] = [
  [/\p{Script=Devanagari}/gu, { code: 'hi', name: 'Hindi' }],
  [/\p{Script=Tamil}/gu, { code: 'ta', name: 'Tamil' }],
  [/\p{Script=Telugu}/gu, { code: 'te', name: 'Telugu' }],
  [/\p{Script=Bengali}/gu, { code: 'bn', name: 'Bengali' }],
  [/\p{Script=Kannada}/gu, { code: 'kn', name: 'Kannada' }],
  [/\p{Script=Malayalam}/gu, { code: 'ml', name: 'Malayalam' }],
  [/\p{Script=Gujarati}/gu, { code: 'gu', name: 'Gujarati' }],
  [/\p{Script=Gurmukhi}/gu, { code: 'pa', name: 'Punjabi' }],
  [/\p{Script=Oriya}/gu, { code: 'or', name: 'Odia' }],
  [/\p{Script=Arabic}/gu, { code: 'ur', name: 'Urdu or Arabic' }],
]

/** Words of Hindi that are no words of English. */
const HINGLISH =
  /\b(?:hai|hain|nahi|nahin|nhi|kya|kyu|kyun|kaise|mera|meri|mere|mujhe|aap|apka|aapka|kab|kar|karo|karna|raha|rahi|rahe|gaya|gayi|paisa|paise|wapas|bhai|ji|abhi|tak|aur|lekin|jaldi|chahiye|milega|kripya|krdo|kardo|hua|hui|bahut|sir ji)\b/gi

/** Marathi is written with these where Hindi is not. */
const MARATHI = /(?:आहे|नाही|माझ[ाीे]|मला|तुम्ही|कृपया मला|झाल[ाीे])/

export function languageOf(text: string): Language {
  const sample = text.slice(0, 4_000)
  const letters = sample.match(/\p{L}/gu)?.length ?? 0
  if (letters === 0) return { code: 'und', name: 'Unknown' }
  for (const [script, language] of SCRIPTS) {
    const share = (sample.match(script)?.length ?? 0) / letters
    if (share > 0.3) return language.code === 'hi' && MARATHI.test(sample) ? { code: 'mr', name: 'Marathi' } : language
  }
  const words = sample.match(/[a-z]+/gi)?.length ?? 0
  const hindi = sample.match(HINGLISH)?.length ?? 0
  if (words > 0 && hindi >= 2 && hindi / words > 0.15) return { code: 'hi-Latn', name: 'Hindi in Latin letters' }
  return words > 0 ? { code: 'en', name: 'English' } : { code: 'und', name: 'Unknown' }
}
