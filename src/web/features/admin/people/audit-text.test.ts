import { expect, it } from 'vitest'
import { auditText } from './audit-text.ts'

it.each([
  ['user.change_role', { from: 'basic_user', to: 'seller' }, 'Role changed from User to Seller'],
  ['user.change_status', { to: 'blocked', blocked_until: null }, 'Blocked for good'],
  ['user.change_status', { to: 'active' }, 'Activated'],
  ['user.decide_request', { role: 'creator_admin' }, 'Request for the role Creator Admin rejected'],
  ['user.end_sessions', { all: true, ended: 3 }, 'All sessions ended'],
  ['user.give_credits', { paise: 25_000 }, 'Credits of ₹250 given'],
  ['user.give_credits', { paise: '<b>' }, 'Credits given'],
  ['user.change_role', {}, 'Role changed from another role to another role'],
  ['agent_version.take_down', {}, 'Agent version: take down'],
  ['constructor.name', {}, 'Constructor: name'],
])('reads %s with %o as words', (action, details, text) => {
  expect(auditText({ action, details })).toBe(text)
})
