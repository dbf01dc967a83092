/** Only allergens count in an allergy list; its reactions are not findings of the visit. */

const ALLERGENS: readonly (readonly [RegExp, string])[] = [
  [/\b(?:penicillins?|amoxicillin|augmentin|ampicillin)\b/gi, 'Z88.0'],
  [
    /\b(?:cephalosporins?|cephalexin|ciprofloxacin|erythromycin|azithromycin|tetracyclines?|doxycycline|vancomycin)\b/gi,
    'Z88.1',
  ],
  [/\b(?:sulfa|sulfonamides?|bactrim|septra|sulfamethoxazole)\b/gi, 'Z88.2'],
  [/\b(?:lidocaine|local an(?:ae|e)sthetics?)\b/gi, 'Z88.4'],
  [/\b(?:codeine|morphine|opioids?|opiates?|hydrocodone|oxycodone)\b/gi, 'Z88.5'],
  [/\b(?:aspirin|nsaids?|ibuprofen|naproxen|acetaminophen|paracetamol)\b/gi, 'Z88.6'],
  [/\blatex\b/gi, 'Z91.040'],
  [/\bpeanuts?\b/gi, 'Z91.010'],
  [/\bmilk\b/gi, 'Z91.011'],
  [/\beggs?\b/gi, 'Z91.012'],
  [/\b(?:shellfish|seafood|shrimps?)\b/gi, 'Z91.013'],
  [/\b(?:bee|wasp) (?:stings?|venom)\b/gi, 'Z91.030'],
  [/\b(?:contrast|iodinated contrast|radiographic dye)\b/gi, 'Z91.041'],
]

/** `allergic to codeine` in running text. */
const ALLERGIC_TO = /\b(?:allerg(?:ic|y|ies) (?:to|towards?)|allerg(?:y|ies) (?:is|are) listed to)\b/i

/** Where in a sentence outside of an allergy list allergens may be named; null when it names none. */
export function allergyClause(sentence: string): number | null {
  const match = ALLERGIC_TO.exec(sentence)
  return match === null ? null : match.index + match[0].length
}

export interface Allergen {
  code: string
  start: number
  end: number
}

/** The allergens named in a sentence of the allergy section; positions are within the sentence. */
export const findAllergens = (sentence: string): Allergen[] =>
  ALLERGENS.flatMap(([pattern, code]) =>
    Array.from(sentence.matchAll(pattern), (match) => ({
      code,
      start: match.index,
      end: match.index + match[0].length,
    })),
  )
