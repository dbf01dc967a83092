/** The house seller of a fresh install. Nobody can sign in as it: no identity provider mints this subject. */
export const HOUSE_SELLER = {
  firebase_uid: 'house:chowk-labs',
  email: 'labs@chowk.invalid',
  display_name: 'Chowk Labs',
} as const
