/** What other areas use of selling. They import nothing else of it. */
export { judge } from './publishing/judge.ts'
export { scoreOf } from './publishing/scorers.ts'
