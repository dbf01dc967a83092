/** What other areas use of selling. They import nothing else of it. */
export { scoreAnswer } from './publishing/judge.ts'
export { scoreOf } from './publishing/scorers.ts'
