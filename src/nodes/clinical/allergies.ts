/** What stands in an allergy list is the allergen alone; its reactions are no findings of the visit. */

const ALLERGENS: readonly (readonly [RegExp, string])[] = [
  [/\b(?:penicillins?|amoxicillin|augmentin|ampicillin)\b/gi, 'Z88.0'],
  [/\b(?:sulfa|sulfonamides?|bactrim|septra|sulfamethoxazole)\b/gi, 'Z88.2'],
  [/\blatex\b/gi, 'Z91.040'],
  [/\bpeanuts?\b/gi, 'Z91.010'],
  [/\b(?:shellfish|seafood|shrimps?)\b/gi, 'Z91.013'],
  [/\b(?:contrast|iodinated contrast|radiographic dye)\b/gi, 'Z91.041'],
  [
    /\b(?:codeine|morphine|aspirin|nsaids?|ibuprofen|cephalosporins?|ciprofloxacin|erythromycin|tetracyclines?)\b/gi,
    'Z88.9',
  ],
]

export interface Allergen {
  code: string
  start: number
  end: number
}

/** The allergens named in a sentence of the allergy section; positions are within the sentence. */
export const allergens = (sentence: string): Allergen[] =>
  ALLERGENS.flatMap(([pattern, code]) =>
    Array.from(sentence.matchAll(pattern), (match) => ({
      code,
      start: match.index,
      end: match.index + match[0].length,
    })),
  )
