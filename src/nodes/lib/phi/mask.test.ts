import { describe, expect, it } from 'vitest'
import { maskPhi } from './mask.ts'

const mask = (text: string, label = '') => maskPhi(text, '•', label)

describe('maskPhi', () => {
  it.each([
    ['Ramesh Kulkarni discharge summary.pdf', '• discharge summary.pdf'],
    ['discharge_summary_ramesh_kulkarni.pdf', 'discharge_summary_•.pdf'],
    ['Kulkarni-report.pdf', '•-report.pdf'],
    ['RAMESH KULKARNI.PDF', '•.PDF'],
    ['Thiruvengadam_Palaniappan.pdf', '•.pdf'],
    ['Patient Anita Desai, DOB 12/03/1987, phone 98200 12345', 'Patient •, DOB • 1987, phone •'],
    ['MRN: 44556677 admitted 5 May 2024', 'MRN: • admitted • 2024'],
  ])('hides what tells who it is: %s', (text, hidden) => expect(mask(text)).toBe(hidden))

  it.each([
    'Discharge summary.pdf',
    'scan-0012.pdf',
    'Lab report +3',
    'invoice 2024.pdf',
    'Which codes apply to this note?',
    '',
  ])('leaves what tells nothing: %s', (text) => expect(mask(text)).toBe(text))

  it('is told by a name what a value is', () => {
    expect(mask('Zzyzx Qwerty', 'patient_name')).toBe('•')
    expect(mask('Zzyzx Qwerty', 'summary')).toBe('Zzyzx Qwerty')
  })

  it('reads a long text in time that grows with it alone', () => {
    const text = 'Ramesh_Kulkarni was seen on 12/03/1987. '.repeat(500)
    expect(mask(text).match(/•/g)?.length).toBeGreaterThan(500)
  })
})
