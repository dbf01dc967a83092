/** What the identity provider asks the areas about providers of workspaces. */
import type { SignOnAnswer, SignOnProfile, SignOnRequest } from './provider.ts'

export interface SignOns {
  /** The sign-on of the domain of an address; null where it has none. */
  find(email: string): Promise<{ id: string; provider: string; is_enforced: boolean } | null>
  /** @throws AppError sign_on_off, sign_on_down, sign_on_issuer */
  authorizeUrl(id: string, request: Omit<SignOnRequest, 'redirect_uri'>): Promise<string>
  /** @throws AppError sign_on_off, sign_on_down, sign_on_issuer, sign_on_token, sign_on_client */
  profile(id: string, answer: Omit<SignOnAnswer, 'redirect_uri'>): Promise<SignOnProfile>
  /**
   * The account of the person, made where there is none, as a member of the workspace in the role of their groups.
   * @param holder the account that is signed in in this browser
   * @throws AppError as `finishSignOn`
   */
  admit(id: string, profile: SignOnProfile, holder: string | null): Promise<{ subject: string; workspace: string }>
  /** @throws AppError sign_on_required where the account may be entered through its provider alone */
  checkOtherWay(subject: string): Promise<void>
}
