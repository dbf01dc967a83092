/** Requests of directories as Okta and Entra ID write them in their own documentation. */
const PATCH = ['urn:ietf:params:scim:api:messages:2.0:PatchOp']
const USER = 'urn:ietf:params:scim:schemas:core:2.0:User'
const ENTERPRISE = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User'

export const patch = (...Operations: object[]) => ({ schemas: PATCH, Operations })

/** As Okta creates a person (developer.okta.com, SCIM 2.0, "Create Users"). */
export const oktaUser = (email: string, change: object = {}) => ({
  schemas: [USER],
  userName: email,
  name: { givenName: 'Asha', familyName: 'Rao' },
  emails: [{ primary: true, value: email, type: 'work' }],
  displayName: 'Asha Rao',
  locale: 'en-US',
  externalId: `00u-${email}`,
  groups: [],
  password: '1mz050nq',
  active: true,
  ...change,
})

/** As Entra ID creates a person (learn.microsoft.com, "Develop and plan provisioning for a SCIM endpoint", "Create User"). */
export const entraUser = (email: string, change: object = {}) => ({
  schemas: [USER, ENTERPRISE],
  externalId: `0a21f0f2-${email}`,
  userName: email,
  active: true,
  emails: [{ primary: true, type: 'work', value: email }],
  meta: { resourceType: 'User' },
  name: { formatted: 'Ravi Iyer', familyName: 'Iyer', givenName: 'Ravi' },
  title: 'Radiologist',
  roles: [],
  ...change,
})

export const OKTA = {
  deactivate: patch({ op: 'replace', value: { active: false } }),
  activate: patch({ op: 'replace', value: { active: true } }),
  addToGroup: (...ids: string[]) => patch({ op: 'add', path: 'members', value: ids.map((value) => ({ value })) }),
  removeFromGroup: (id: string) => patch({ op: 'remove', path: `members[value eq "${id}"]` }),
  renameGroup: (id: string, displayName: string) => patch({ op: 'replace', value: { id, displayName } }),
}

export const ENTRA = {
  disable: patch({ op: 'Replace', path: 'active', value: 'False' }),
  disableStrictly: patch({ op: 'replace', path: 'active', value: false }),
  enable: patch({ op: 'Replace', path: 'active', value: 'True' }),
  /** Several attributes without a path, by dotted names. */
  update: patch({
    op: 'Replace',
    value: {
      displayName: 'Ravi V. Iyer',
      'name.givenName': 'Ravi V.',
      [`${ENTERPRISE}:employeeNumber`]: '17',
    },
  }),
  work: (value: string) => patch({ op: 'Replace', path: 'emails[type eq "work"].value', value }),
  addWork: (value: string) => patch({ op: 'Add', path: 'emails[type eq "work"].value', value }),
  more: patch(
    { op: 'Add', path: 'phoneNumbers[type eq "mobile"].value', value: '+91 98765 43210' },
    { op: 'Add', path: `${ENTERPRISE}:department`, value: 'Radiology' },
    { op: 'Add', path: `${ENTERPRISE}:manager`, value: '0a21f0f2-8d2a' },
    { op: 'Add', path: 'addresses[type eq "work"].country', value: 'IN' },
  ),
  addMember: (id: string) => patch({ op: 'Add', path: 'members', value: [{ value: id }] }),
  removeMember: (id: string) => patch({ op: 'Remove', path: 'members', value: [{ value: id }] }),
}
