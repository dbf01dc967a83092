/**
 * What a past or a family finding is coded as. ICD-10-CM Guidelines I.C.21.c.4: a condition that no longer exists is coded by a
 * personal history code; one that lasts is coded as present even where a note says `history of`.
 */

/** Lasting conditions, by the beginning of the code. */
const LASTING =
  /^(?:A80|B18|B20|B91|C81|C82|C83|C84|C85|C88|C90|C91|C92\.1|C95|D45|D46|D47|D5[0-8]|D6[0-46-8]|D80|D8[1346]|E0[0-7]|E1[0-3]|E2[0-8]|E66|E7[0-9]|E8[0458]|F0[1-3]|F10\.[12]|F1[1-69]|F17|F2|F3[1-9]|F4[0-2]|F43\.1|F6|F7|F8|F9|G1[0-2]|G2[0-6]|G3|G4[03]|G47\.[34]|G60|G62|G7|G80|G8[12]|H26|H3[56]|H4[02]|H5[24]|H90|H91|I05|I0[6-9]|I1[0-5]|I2[57]|I3[4-7]|I4[245689]|I50|I6[579]|I7[0-3]|I83|I85|I87|I89|J30|J4[1-57]|J84|J96\.1|K21|K22\.7|K27|K44|K5[01578]|K70\.3|K7[34]|K76\.[06]|K86\.1|K90|L20|L40|L80|M0[5-8]|M1[0-9]|M3[0-6]|M4[0158]|M5[0-4]|M79\.7|M8[018]|N0[2-5]|N18|N25|N31|N4[0]|N52|N80|Q|R7[3]|Z)/

/** Whether `history of` such a condition means that the patient has it. */
export const isLasting = (code: string): boolean => LASTING.test(code)

type Rule = readonly [RegExp, string]

const PERSONAL: readonly Rule[] = [
  [/^I2[12]/, 'I25.2'],
  [/^(?:I63|G45)/, 'Z86.73'],
  [/^I26/, 'Z86.711'],
  [/^I82/, 'Z86.718'],
  [/^C1[89]|^C2[01]/, 'Z85.038'],
  [/^C34/, 'Z85.118'],
  [/^C50/, 'Z85.3'],
  [/^C53/, 'Z85.41'],
  [/^C5[45]/, 'Z85.42'],
  [/^C56/, 'Z85.43'],
  [/^C61/, 'Z85.46'],
  [/^C62/, 'Z85.47'],
  [/^C64/, 'Z85.528'],
  [/^C67/, 'Z85.51'],
  [/^C43/, 'Z85.820'],
  [/^C73/, 'Z85.850'],
  [/^C(?!7[789])/, 'Z85.9'],
  [/^(?:A15|A18)/, 'Z86.11'],
  [/^U07\.1/, 'Z86.16'],
  [/^(?:J1[2-8])/, 'Z87.01'],
  [/^K2[5-7]/, 'Z87.11'],
  [/^N20|^N21|^N23/, 'Z87.442'],
  [/^N39\.0|^N30/, 'Z87.440'],
  [/^(?:K63\.5|D12\.6)/, 'Z86.0100'],
  [/^F10/, 'F10.21'],
  [/^O24/, 'Z86.32'],
]

const FAMILY: readonly Rule[] = [
  [/^C(?:1[5-9]|2[0-6])/, 'Z80.0'],
  [/^C3[34]/, 'Z80.1'],
  [/^C50/, 'Z80.3'],
  [/^C56/, 'Z80.41'],
  [/^C61/, 'Z80.42'],
  [/^C9[1-5]/, 'Z80.6'],
  [/^C/, 'Z80.9'],
  [/^F[23]/, 'Z81.8'],
  [/^I6[0-9]/, 'Z82.3'],
  [/^(?:I1[0-5]|I2[0-5]|I42|I50|I51)/, 'Z82.49'],
  [/^J4[0-5]/, 'Z82.5'],
  [/^(?:M0[56]|M1[0-9])/, 'Z82.61'],
  [/^E1[0-3]/, 'Z83.3'],
  [/^E78/, 'Z83.438'],
]

const look = (rules: readonly Rule[], code: string): string | null =>
  rules.find(([pattern]) => pattern.test(code))?.[1] ?? null

/** The code for having had a condition; null when there is none of common use. */
export const personalHistory = (code: string): string | null => look(PERSONAL, code)

/** The code for a relative's condition. */
export const familyHistory = (code: string): string | null => look(FAMILY, code)
