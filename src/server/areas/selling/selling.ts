/** What other areas use of selling. They import nothing else of it. */

export { mayReview } from './publishing/publishing.policy.ts'
export { listSubmissions } from './publishing/queue.ts'
export { scoreAnswer } from './publishing/score-answer.ts'
export { scoreOf } from './publishing/scorers.ts'
