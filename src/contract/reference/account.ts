/** Reference texts: health, sign-in, accounts, credentials and keys. */
import type { ReferenceText } from './reference-text.ts'

export const ACCOUNT_TEXTS = {
  getHealth: [
    'Check server health',
    'Returns whether the server and its database are up. Answers 503 while the database is away. Meant for load balancers.',
  ],
  getApiHealth: ['Check API health', 'Returns the same health report as `/health`, under the path of the API.'],
  getMe: ['Get the current user', 'Returns the signed-in user with role, permissions and profile.'],
  verifyToken: [
    'Verify an access token',
    'Checks the access token in the Authorization header and returns the user it belongs to.',
  ],
  getProfile: ['Get your profile', 'Returns your name, contact details and preferences.'],
  updateProfile: [
    'Update your profile',
    'Changes the fields you send. Fields you leave out keep their value; `null` clears one.',
  ],
  testAuth: [
    'Test your credentials',
    'Returns whether the caller is authenticated and with which role. Use it to check an API key before you rely on it. An unknown, revoked or expired key answers 401.',
  ],
  signUp: [
    'Create an account',
    'Creates an account with an email address and a password. Sign in next. When the address already has an account, the answer is the same and its owner is told by email.',
  ],
  signIn: [
    'Sign in with a password',
    'Signs the browser in. Answers 401 `second_factor_needed` when the account has two-factor authentication; continue with `finishSignIn`.',
  ],
  signOut: ['Sign out', 'Ends the session of this browser.'],
  getSession: ['Get the browser session', 'Returns the account this browser is signed in with, or null.'],
  getToken: [
    'Get an access token',
    'Returns a new access token for the Authorization header. It is valid for 15 minutes.',
  ],
  getKeys: [
    'Get the token signing keys',
    'Returns the public keys (JWKS, RFC 7517) that access tokens are verified with.',
  ],
  listSessions: ['List your sessions', 'Returns every browser and device your account is signed in on.'],
  revokeSession: ['End a session', 'Signs one of your sessions out. Its access token stops working at once.'],
  revokeSessions: ['End all sessions', 'Signs you out everywhere, including this browser.'],
  revokeOtherSessions: [
    'End all other sessions',
    'Signs you out everywhere except in this browser, and forgets all trusted browsers.',
  ],
  changePassword: ['Change your password', 'Sets a new password. You need the current one. All other sessions end.'],
  confirmIdentity: [
    'Confirm your identity',
    'Proves again that it is you, by password or code. Sensitive actions ask for this; it counts for ten minutes.',
  ],
  getTwoFactor: [
    'Get two-factor status',
    'Returns whether your account uses two-factor authentication and how many backup codes are left.',
  ],
  startTwoFactor: [
    'Start two-factor setup',
    'Returns a new secret for an authenticator app. Two-factor authentication starts once you confirm the first code.',
  ],
  enableTwoFactor: [
    'Enable two-factor authentication',
    'Confirms the first code of your authenticator app and returns backup codes. All other sessions end.',
  ],
  disableTwoFactor: [
    'Disable two-factor authentication',
    'Turns two-factor authentication off. You need your password and a current code.',
  ],
  renewBackupCodes: ['Replace backup codes', 'Returns new backup codes. The old ones stop working.'],
  finishSignIn: [
    'Complete two-factor sign-in',
    'Finishes a sign-in that answered `second_factor_needed`, with a code from the app or a backup code.',
  ],
  listPasskeys: [
    'List your passkeys',
    'Returns the passkeys of your account with their names and when they were added.',
  ],
  startPasskey: [
    'Start adding a passkey',
    'Returns the WebAuthn options to create a passkey with. Needs a sign-in of the last ten minutes.',
  ],
  addPasskey: [
    'Add a passkey',
    'Stores the passkey your browser created. The current session counts as signed in with it.',
  ],
  renamePasskey: ['Rename a passkey', 'Changes the name a passkey is listed under.'],
  removePasskey: [
    'Remove a passkey',
    'Removes a passkey. Needs a recent sign-in. You can’t remove your last way to sign in.',
  ],
  startPasskeySignIn: [
    'Start passkey sign-in',
    'Returns the WebAuthn options to sign in with any passkey of this site.',
  ],
  signInWithPasskey: ['Sign in with a passkey', 'Signs the browser in with a passkey. No second factor is needed.'],
  answerConnect: [
    'Complete a service connection',
    'Receives the provider’s OAuth answer, checks it against the request that started it and connects the account. An answer works once.',
  ],
  listCredentials: ['List credentials', 'Returns your stored credentials, newest first. Secrets are never included.'],
  createCredential: [
    'Create a credential',
    'Stores a credential for use in workflows. Its secrets are encrypted and never shown again.',
  ],
  updateCredential: ['Update a credential', 'Renames a credential or replaces all of its fields.'],
  deleteCredential: [
    'Delete a credential',
    'Deletes a credential. If workflows use it, set `even_if_used` to delete it anyway.',
  ],
  testCredential: ['Test a credential', 'Contacts the service behind a credential and returns whether it accepts it.'],
  connectCredential: ['Connect an account', 'Returns the address where the owner of an account grants access.'],
  getSignInWays: ['List sign-in methods', 'Returns the ways to sign in that this installation offers.'],
  startExternal: [
    'Start sign-in with a provider',
    'Returns the address of Google or GitHub to open. The answer is bound to this browser for ten minutes.',
  ],
  finishExternal: [
    'Complete sign-in with a provider',
    'Signs in, or connects the provider to your account, with the answer from Google or GitHub.',
  ],
  getConnections: ['List your sign-in methods', 'Returns how you can sign in to your account.'],
  disconnect: ['Remove a sign-in method', 'Removes one way to sign in. You can’t remove the last one.'],
  setPassword: ['Set a password', 'Adds a password to an account that has none.'],
  requestReset: [
    'Request a password reset',
    'Sends a reset link if the address has an account. The answer is the same when it has none.',
  ],
  resetPassword: ['Reset a password', 'Sets a new password with a link from an email. All sessions end.'],
  requestVerification: ['Resend the verification email', 'Sends the link that confirms your email address again.'],
  verifyEmail: [
    'Verify an email address',
    'Confirms an email address with the link sent to it. The account the link was made for must be signed in.',
  ],
  changeEmail: [
    'Change your email address',
    'Sends a link to the new address. The change takes effect when you follow it.',
  ],
  uploadAvatar: [
    'Upload a profile picture',
    'Sets your profile picture: one PNG, JPEG or WebP of up to 5 MB, as multipart/form-data.',
  ],
  removeAvatar: ['Remove your profile picture', 'Deletes your profile picture.'],
  getAvatar: ['Get a profile picture', 'Returns a profile picture as WebP, 256 × 256 pixels.'],
  listApiKeys: [
    'List API keys',
    'Returns your API keys, newest first, with their scopes and last use. The keys themselves are never shown again.',
  ],
  createApiKey: [
    'Create an API key',
    'Creates a key with the scopes you choose. The `secret` is in this answer only; store it safely.',
  ],
  revokeApiKey: ['Revoke an API key', 'Deletes a key. The next request with it is refused.'],
  listAssistants: [
    'List connected assistants',
    'Returns the assistants that may use your account over MCP, newest first, with what they may do and their last use.',
  ],
  getAssistantRequest: [
    'Get an assistant’s request',
    'Returns what an assistant asks for, for the page on which a person agrees. `request` is the query it opened the page with.',
  ],
  connectAssistant: [
    'Connect an assistant',
    'Allows what an assistant asked for, or less of it. Returns the address that the browser takes back to the assistant.',
  ],
  disconnectAssistant: [
    'Disconnect an assistant',
    'Ends all access of an assistant. The next request with its token is refused.',
  ],
  listWorkspaces: [
    'List your workspaces',
    'Returns the workspaces you are a member of, by name, with your role in each. To act for one, send its `slug` in the `X-Workspace` header, or use an API key of the workspace.',
  ],
  createWorkspace: [
    'Create a workspace',
    'Creates a workspace with you as its owner. Without a `slug`, one is made from the name.',
  ],
  updateWorkspace: ['Rename a workspace', 'Changes its name and its address. Links with the old address stop working.'],
  getWorkspaceDeletion: [
    'Get what a deletion would meet',
    'Returns what has to be settled before the workspace can be deleted (runs that hold money, orders, refunds, disputes, payouts and earnings), and the credits that would be lost.',
  ],
  previewTransfer: [
    'Preview a transfer',
    'Returns what would move to another workspace with its history, what these things use and what would stay, what ends, and why it can’t move now. Changes nothing. Name the things you want to take along in `things` and ask again.',
  ],
  createTransfer: [
    'Move things to another workspace',
    'Moves workflows, listed agents, services, knowledge bases, data tables and credentials with their versions, runs, decisions, test cases and files. If you may move things into the other workspace as well, they move at once; otherwise its owners and admins have seven days to accept. Everything moves, or nothing: what is still running, open or taken is named in `errors`. Invoices, credit movements, earnings and audit entries stay.',
  ],
  listTransfers: [
    'List transfers',
    'Returns what your workspace gave or offered and what it got or was offered, newest first.',
  ],
  getTransferPreview: ['Preview what accepting would do', 'Returns what would move if the offer were accepted now.'],
  acceptTransfer: [
    'Accept an offer',
    'Moves what was offered. Answers 409 `transfer_changed` if other things belong to it now, `transfer_over` if the offer has expired, was answered, or the person who made it may no longer move it.',
  ],
  declineTransfer: ['Decline an offer', 'Nothing moves, and the other workspace is told.'],
  cancelTransfer: ['Cancel an offer', 'Takes back an offer that wasn’t answered yet.'],
  deleteWorkspace: [
    'Delete a workspace',
    'Deletes everything in the workspace, for owners who signed in within the last ten minutes, once no money is open. What others bought from it keeps working.',
  ],
  listWorkspacePeople: [
    'List the people of a workspace',
    'Returns its members, and to owners and admins the open invitations.',
  ],
  setWorkspaceRole: [
    'Change a member’s role',
    'Takes effect with their next request. Only owners make and change owners, and one owner always stays.',
  ],
  removeWorkspaceMember: [
    'Remove a member or leave',
    'Ends the access of the person at once, also through keys they made for the workspace. What they made stays with the workspace.',
  ],
  inviteToWorkspace: [
    'Invite a person to a workspace',
    'Emails a link that works once, for the invited address alone, for 14 days. Inviting an address again replaces its earlier link.',
  ],
  withdrawWorkspaceInvite: ['Withdraw an invitation to a workspace', 'Its link stops working.'],
  getWorkspaceInvitation: [
    'Look at an invitation to a workspace',
    'Returns who invites whom to what, for the holder of its link.',
  ],
  acceptWorkspaceInvitation: [
    'Join a workspace',
    'Makes you a member. Your account must have the invited email address.',
  ],
  getSessionLimits: [
    'Get the session limits of a workspace',
    'Returns, to owners and admins, how long members may act in one session and how long they may do nothing.',
  ],
  saveSessionLimits: [
    'Set the session limits of a workspace',
    'Takes effect with the next request of each member: who is over a limit signs in again. API keys have no sessions.',
  ],
  getWorkspaceDomains: [
    'List the domains of a workspace',
    'Returns, to owners and admins, the domains with the TXT record that proves each, and how people with their addresses sign in.',
  ],
  addWorkspaceDomain: [
    'Add a domain to a workspace',
    'Returns the TXT record to add at the name servers of the domain. The domain counts once it is proven.',
  ],
  checkWorkspaceDomain: [
    'Check the proof of a domain',
    'Looks the TXT record up. A domain belongs to one workspace at a time: another one that has proven it keeps it while its own record is there.',
  ],
  removeWorkspaceDomain: [
    'Remove a domain from a workspace',
    'Ends sign-on with its addresses, and the sessions that began there.',
  ],
  saveWorkspaceSignOn: [
    'Set up sign-on for a domain',
    'Saves the OpenID Connect provider of a proven domain, for owners, once discovery, the client ID and the secret were tried. Without `client_secret` the one from before stays.',
  ],
  testWorkspaceSignOn: [
    'Test the sign-on of a domain',
    'Tries discovery, the client ID and the secret of the provider again. Changes nothing.',
  ],
  removeWorkspaceSignOn: [
    'Remove the sign-on of a domain',
    'Ends sign-on through the provider, for owners. Sessions that began there end.',
  ],
  getProvisioning: [
    'Get the provisioning of a workspace',
    'Returns, to owners and admins, how a directory keeps the members of the workspace by SCIM 2.0, and its last requests.',
  ],
  saveProvisioning: [
    'Set up what groups of a directory give',
    'Saves, for owners, the roles of groups and the share of members that may be removed within an hour. Roles follow at once.',
  ],
  makeScimToken: [
    'Make a token for a directory',
    'Returns, to owners, the bearer token that the directory asks `/scim/v2` with. It is shown once; the token before it stops working.',
  ],
  revokeScimToken: ['Revoke the token of a directory', 'Shuts the directory out, for owners. Members stay.'],
  allowRemovals: [
    'Allow removals for an hour',
    'Lets a directory remove more members than the share that is set, for owners.',
  ],
  saveDomainJoining: [
    'Let people with addresses of a domain join',
    'Says whether people with a confirmed address of a proven domain may join the workspace, and as what.',
  ],
  getWorkspaceOffer: [
    'Get the workspace you may join',
    'Returns the workspace that the domain of your confirmed email address opens, or null.',
  ],
  joinOfferedWorkspace: [
    'Join the workspace of your domain',
    'Makes you a member, once the proof of the domain was looked up again. Owners and admins are told.',
  ],
  findSignOn: [
    'Find the provider of an email address',
    'Returns the host of the provider that people with addresses of this domain sign in with, or null. Accounts are not looked at.',
  ],
  startSignOn: [
    'Start a sign-on',
    'Returns the address of the provider of the domain that the browser goes to. The answer comes back to this browser.',
  ],
  finishSignOn: [
    'Finish a sign-on',
    'Checks what the provider answered and signs in as a member of the workspace, in the role of the groups. A refusal changes nothing.',
  ],
  listSupportViews: ['List views of support', 'Returns when an admin saw Chowk as you do, and why, the latest first.'],
  getDataExport: ['Get your data export', 'Returns the state of your latest data export, or null.'],
  requestDataExport: [
    'Request a data export',
    'Starts an export of everything stored about you. One runs at a time and replaces the previous one.',
  ],
  downloadDataExport: ['Download your data export', 'Returns the finished export as a ZIP file, for 24 hours.'],
  getDeletionSummary: [
    'Preview account deletion',
    'Returns what deleting your account would remove and what has to stay.',
  ],
  deleteAccount: [
    'Delete your account',
    'Deletes your account permanently. Needs a sign-in of the last ten minutes and your email address typed out.',
  ],
  listNotices: [
    'List notifications',
    'Returns your notifications, newest first, and the number of unread ones. For a workspace: what it was told, and what you were told about it.',
  ],
  readNotice: ['Mark a notification as read', 'Marks one notification as read.'],
  readAllNotices: [
    'Mark all notifications as read',
    'Marks every notification of your account as read; for a workspace, its own and yours about it.',
  ],
  getNoticeSettings: ['Get notification settings', 'Returns which notifications are also sent by email.'],
  updateNoticeSettings: [
    'Update notification settings',
    'Chooses which notifications are also sent by email. Kinds you leave out keep their setting.',
  ],
  streamNotices: [
    'Stream notifications',
    'Sends your notifications as server-sent events. Continue after a break with `Last-Event-ID`.',
  ],
  sendEvents: [
    'Send usage events',
    'Records anonymous usage events of the pages. Nothing is stored for visitors who opted out of tracking.',
  ],
  listConsents: ['List your consents', 'Returns your latest decision for each purpose.'],
  giveConsent: ['Record a consent', 'Stores that you agree to a purpose, or that you withdraw your consent.'],
  getRoleRequests: ['Get your role request', 'Returns your latest request for a role and which roles you can request.'],
  requestRole: ['Request a role', 'Asks the administrators for a role, such as seller.'],
  withdrawRoleRequest: ['Withdraw a role request', 'Withdraws your open request.'],
  getVisitFigures: [
    'Get visits',
    'Returns visits, page views, new accounts and events of a period and of the period before. For administrators.',
  ],
  getSearchFigures: [
    'Get searches',
    'Returns how often people searched and found nothing, and the searches that at least three visits made. For administrators.',
  ],
  getFunnelFigures: [
    'Get the funnel',
    'Returns how many people saw, tried, bought and came back to an agent. For administrators.',
  ],
  getRetentionFigures: [
    'Get retention',
    'Returns, for the accounts created in each week, how many started a run in the weeks after. For administrators.',
  ],
  getAgentFigures: ['Get figures of agents', 'Returns views, runs and sales of each agent. For administrators.'],
  getSellerFigures: ['Get figures of sellers', 'Returns runs and sales of each seller’s agents. For administrators.'],
  getRevenueFigures: [
    'Get revenue',
    'Returns commission, plans, AI models, fees, losses and refunds from the ledger. For administrators.',
  ],
  getOwnAgentFigures: [
    'Get figures of your agents',
    'Returns how your agents are seen, tried, bought and used again. Your own runs aren’t counted.',
  ],
  getUsageFigures: [
    'Get figures of your runs',
    'Returns your runs and what they cost, by day and by agent. Comes with the Professional plan.',
  ],
} as const satisfies Record<string, ReferenceText>
