import { describe, expect, it } from 'vitest'
import { type Assertion, assessAssertion, readContext } from './assertion.ts'
import type { SectionKind } from './sections.ts'

/** The finding stands in braces. */
function judged(marked: string, section: SectionKind = 'other') {
  const start = marked.indexOf('{')
  const end = marked.indexOf('}') - 1
  return assessAssertion(readContext(marked.replace(/[{}]/g, '')), start, end, section)
}

const TABLE: readonly (readonly [string, Assertion])[] = [
  // Negation before the finding.
  ['No {fever}.', 'negated'],
  ['He denies {chest pain}.', 'negated'],
  ['She denies any chest pain, shortness of breath, PND, ankle swelling, or {dizziness}.', 'negated'],
  ['There is no evidence of {pneumonia}.', 'negated'],
  ['The lungs are without {wheezing}.', 'negated'],
  ['Patient has not had any {seizures}.', 'negated'],
  ['Negative for {malaria} and dengue.', 'negated'],
  ['CT ruled out {pulmonary embolism}.', 'negated'],
  ['Absence of {edema}.', 'negated'],
  ['She has never had {jaundice}.', 'negated'],
  ['The x-ray did not show {fracture}.', 'negated'],
  ["He doesn't have {diabetes}.", 'negated'],
  ['Abdomen soft without rebound, rigidity or {guarding}.', 'negated'],
  ['Neither fever nor {cough} was reported.', 'negated'],
  ['No family history of {breast cancer}.', 'negated'],
  // Negation after it.
  ['{Pulmonary embolism} was ruled out.', 'negated'],
  ['{Ascites}: none.', 'negated'],
  ['{Tuberculosis} was excluded.', 'negated'],
  ['The neck is supple and {pain} free.', 'negated'],
  ['{Metastases} were not seen.', 'negated'],
  // The scope ends.
  ['No fever, but he has a {cough}.', 'present'],
  ['No fever; {cough} for three days.', 'present'],
  ['He denies pain and presents with {jaundice}.', 'present'],
  ['There was no cough, and she developed {hemoptysis}.', 'present'],
  ['No chest pain, however {dyspnea} persists.', 'present'],
  ['Normal heart sounds except for a {murmur}.', 'present'],
  ['No improvement in his {back pain}.', 'present'],
  ['Gram negative {sepsis}.', 'present'],
  ['No change in the {lung nodule}.', 'present'],
  ['Not only {cough} was reported.', 'present'],
  // Possible.
  ['Possible {pneumonia}.', 'possible'],
  ['Findings suggestive of {appendicitis}.', 'possible'],
  ['Rule out {myocardial infarction}.', 'possible'],
  ['r/o {sepsis}', 'possible'],
  ['{Pulmonary embolism} cannot be excluded.', 'possible'],
  ['{Lymphoma} is suspected.', 'possible'],
  ['Concern for {cellulitis}.', 'possible'],
  ['He likely has {gout}.', 'possible'],
  ['Mass suspicious for {malignancy}.', 'possible'],
  ['?{cholecystitis}', 'possible'],
  // Historical.
  ['History of {stroke}.', 'historical'],
  ['Past medical history significant for {pneumonia}.', 'historical'],
  ['s/p {appendectomy}', 'historical'],
  ['She had {hepatitis} in childhood.', 'historical'],
  ['He had a {heart attack} ten years ago.', 'historical'],
  ['Previous {deep vein thrombosis}.', 'historical'],
  ['h/o {peptic ulcer}', 'historical'],
  ['{Pneumonia} in 2015.', 'present'],
  ['A 64-year-old man with {angina}.', 'present'],
  ['Social history: {smoker}.', 'present'],
  // Someone else's.
  ['Mother had {breast cancer}.', 'family'],
  ['Family history of {diabetes}.', 'family'],
  ['His father died of a {heart attack}.', 'family'],
  ['{Colon cancer} in his brother.', 'family'],
  ['{Asthma} (mother), otherwise healthy.', 'family'],
  ['Mother reports {fever} since Monday.', 'present'],
  ['Accompanied by his mother, with {cough}.', 'present'],
  ['Referred by the family physician for {anemia}.', 'present'],
  // Plain.
  ['She presents with {abdominal pain}.', 'present'],
  ['{Hypertension}, well controlled.', 'present'],
]

describe('assertion', () => {
  it.each(TABLE)('%s → %s', (sentence, assertion) => {
    expect(judged(sentence).assertion).toBe(assertion)
  })
  it('names the words that decided', () => {
    expect(judged('He denies {fever}.').because).toBe('denies')
    expect(judged('He has {fever}.').because).toBeNull()
    expect(judged('{Gout}', 'family_history').because).toBe('family_history')
  })
  it.each([
    'Return if {fever} develops.',
    'Should {vomiting} occur, call us.',
    'Vaccinated against {influenza}.',
    'At risk for {falls}.',
    'Screening for {colon cancer}.',
  ])('takes advice, prevention and risk for no finding: %s', (sentence) => {
    const { assertion, hypothetical } = judged(sentence)
    expect(hypothetical || assertion === 'negated').toBe(sentence.startsWith('Should') ? hypothetical : true)
  })
  it('lets the section speak where the sentence does not', () => {
    expect(judged('{Breast cancer}, stroke', 'family_history').assertion).toBe('family')
    expect(judged('{Pneumonia}', 'past_medical_history').assertion).toBe('historical')
    expect(judged('No {diabetes}', 'family_history').assertion).toBe('negated')
    expect(judged('{Dizziness}', 'instructions').hypothetical).toBe(true)
  })
})
