/** What other areas use of services. They import nothing else of it. */
export { findServicesOf } from './services/services-of-person.store.ts'
