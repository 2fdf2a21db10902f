/** The addresses outside a studio: landing, finder, signing in, the account, opening a studio. */
import { query } from './query.ts'

type StudioRef = { slug: string }

export const sitePaths = {
  /** A picture of the house, `share.png` or `icon-180.png`. */
  siteLook: (file: string) => `/look/${file}`,
  /** Where search engines find the listed studios; one list for each `first` letter of slugs. */
  sitemap: (params: { first?: string } = {}) => `/sitemap.xml${query(params)}`,
  credits: () => '/credits',
  /** What Cadence costs a studio. */
  ownPrices: (params: { in?: string } = {}) => `/prices${query(params)}`,
  /** Whether what works automatically is at work; `statusData` says the same to a monitor. */
  status: () => '/status',
  statusData: () => '/status.json',
  icons: (params: { q?: string } = {}) => `/icons${query(params)}`,
  /** Every part of the user interface in its states; only where development tools are on. */
  gallery: (look: 'desk' | 'plain' = 'desk') =>
    look === 'desk' ? '/dev/gallery' : '/dev/gallery/plain',
  landing: (params: { q?: string; page?: number } = {}) => `/${query(params)}`,
  /** Classes of every listed studio; `after` is where the page before ended. */
  classes: (params: Record<string, string | number | undefined> = {}) => `/classes${query(params)}`,
  /** The public page of a class, whatever its dates. */
  publicClass: (classTypeId: string) => `/classes/${classTypeId}`,
  /** Takes an address and mails it the studios that hold an account for it. */
  where: () => '/where',
  /** `next` is an own path to come back to; `studio` a slug that lends its name and colour. */
  signIn: (params: { next?: string; studio?: string } = {}) => `/sign-in${query(params)}`,
  /** Where a code is typed that was sent to sign in. */
  signInCode: (params: { next?: string; studio?: string } = {}) => `/sign-in/code${query(params)}`,
  /** Single sign-on: asks for the mail domain, or leads on to what was found. */
  signInSso: (params: { next?: string; studio?: string; email?: string } = {}) =>
    `/sign-in/sso${query(params)}`,
  /** The second step of a sign-in; `with` and `challenge` say which one was chosen. */
  secondStep: (
    params: { next?: string; studio?: string; with?: string; challenge?: string } = {},
  ) => `/sign-in/second-step${query(params)}`,
  signUp: (params: { next?: string; studio?: string } = {}) => `/sign-up${query(params)}`,
  /** The pages that say a mail is on its way. */
  signUpMailed: (params: { next?: string; studio?: string } = {}) =>
    `/sign-up/check-mail${query(params)}`,
  resetMailed: (params: { studio?: string } = {}) => `/reset/check-mail${query(params)}`,
  signOut: (params: { next?: string; studio?: string } = {}) => `/sign-out${query(params)}`,
  reset: (params: { token_hash?: string; studio?: string } = {}) => `/reset${query(params)}`,
  /**
   * Where mailed links lead: `redirect_to` is another program's address, checked again when it is
   * used.
   */
  confirm: (params: {
    token_hash: string
    type: string
    next?: string
    studio?: string
    redirect_to?: string
  }) => `/auth/confirm${query(params)}`,
  /** Where the script of /reset and /welcome hands over the session of a link. */
  takeSession: (params: { next?: string; studio?: string } = {}) => `/auth/session${query(params)}`,
  account: () => '/account',
  /** A page of the account: its form (GET) and the act (POST). */
  accountPart: (
    part:
      | 'name'
      | 'email'
      | 'phone'
      | 'password'
      | 'devices'
      | 'sign-in-ways'
      | 'close'
      | 'two-step'
      | 'two-step/app'
      | 'two-step/phone'
      | 'two-step/codes',
    params: Record<string, string | undefined> = {},
  ) => `/account/${part}${query(params)}`,
  /** Takes a second factor out of the account. */
  accountFactor: (factorId: string) => `/account/two-step/factors/${factorId}`,
  /**
   * To a provider: one the installation has by its name, or a studio's own by the person's work
   * address.
   */
  withProvider: (
    params: { provider?: string; email?: string; next?: string; studio?: string } = {},
  ) => `/auth/provider${query(params)}`,
  /** Asks whether an identity of a provider is to be added to the account of a program. */
  linkIdentity: (params: { code: string }) => `/auth/link${query(params)}`,
  /** Where a provider's answer ends for pages. */
  authCallback: (params: { error_code?: string; next?: string; studio?: string } = {}) =>
    `/auth/callback${query(params)}`,
  welcome: () => '/welcome',
  /** Where a mailed invitation is accepted; `token` is the link's secret. */
  invitation: (token: string, studio?: string) => `/welcome/invitation${query({ token, studio })}`,
  setup: (params: { next?: string; studio?: string } = {}) => `/welcome/setup${query(params)}`,
  /** Where an owner begins a studio, and comes back to one that is not open yet. */
  startStudio: () => '/welcome/setup?as=owner',
  /** Giving up the studio that is being set up: asked (GET) and done (POST). */
  giveUpSetup: () => '/welcome/setup/give-up',
  setupStep: (step: string) => `/welcome/setup/${step}`,
  sampleData: (s: StudioRef) => `/welcome/sample${query({ studio: s.slug })}`,
  /** A picture of a public bucket, cut to a size; `v` is its version. */
  image: (
    bucket: string,
    path: string,
    params: { width?: number; height?: number; resize?: string; v?: string },
  ) => {
    const file = path.split('/').map(encodeURIComponent).join('/')
    return `/storage/v1/render/image/public/${bucket}/${file}${query(params)}`
  },
  /** Somebody's portrait by a signed link; `side` is added where it is shown. */
  portrait: (path: string, params: { v: string; until: string; key: string }) =>
    `/storage/v1/render/portrait/${path.split('/').map(encodeURIComponent).join('/')}${query(params)}`,
}
