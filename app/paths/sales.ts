/** The addresses of the sales area of the desk. */
import { query } from './query.ts'

type StudioRef = { slug: string }
type Params = Record<string, string | number | undefined>

export const salesPaths = {
  /** Recurring revenue of a month (`2026-06`) and the money taken in it. */
  manageTaken: (s: StudioRef, params: Params = {}) =>
    `/${s.slug}/manage/sales/taken${query(params)}`,
  manageSales: (s: StudioRef, params: { month?: string; span?: string } = {}) =>
    `/${s.slug}/manage/sales${query(params)}`,
  manageSalesCsv: (s: StudioRef, params: { month?: string } = {}) =>
    `/${s.slug}/manage/sales/month.csv${query(params)}`,
  manageInvoices: (s: StudioRef, params: Params = {}) =>
    `/${s.slug}/manage/sales/invoices${query(params)}`,
  manageInvoicesCsv: (s: StudioRef, params: Params = {}) =>
    `/${s.slug}/manage/sales/invoices.csv${query(params)}`,
  /** The same act on several: which (GET), and the act (POST). */
  manageInvoicesBulk: (s: StudioRef, params: Params = {}) =>
    `/${s.slug}/manage/sales/invoices/bulk${query(params)}`,
  manageInvoice: (s: StudioRef, invoiceId: string) =>
    `/${s.slug}/manage/sales/invoices/${invoiceId}`,
  manageInvoicePdf: (s: StudioRef, invoiceId: string) =>
    `/${s.slug}/manage/sales/invoices/${invoiceId}/pdf`,
  /** Reminding of what is overdue, or of one `invoice`: who gets it (GET), and sending (POST). */
  manageReminders: (s: StudioRef, params: Params = {}) =>
    `/${s.slug}/manage/sales/invoices/reminders${query(params)}`,
  /** The form of an act on an invoice (GET) and the act (POST). */
  manageInvoiceAct: (
    s: StudioRef,
    invoiceId: string,
    act:
      | 'payment'
      | 'parts'
      | 'discount'
      | 'refund'
      | 'refund-pack'
      | 'void'
      | 'write-off'
      | 'reopen'
      | 'collecting',
    params: Params = {},
  ) => `/${s.slug}/manage/sales/invoices/${invoiceId}/${act}${query(params)}`,
  /** Invoices that are being made by hand. */
  manageDrafts: (s: StudioRef) => `/${s.slug}/manage/sales/invoices/drafts`,
  /** Finding who is to pay (GET), and beginning it (POST). */
  manageDraftNew: (s: StudioRef, params: Params = {}) =>
    `/${s.slug}/manage/sales/invoices/drafts/new${query(params)}`,
  manageDraft: (s: StudioRef, draftId: string) =>
    `/${s.slug}/manage/sales/invoices/drafts/${draftId}`,
  /** The form of a change of a draft (GET) and the change (POST). */
  manageDraftAct: (
    s: StudioRef,
    draftId: string,
    act: 'line' | 'remove' | 'details' | 'open' | 'discard',
    params: Params = {},
  ) => `/${s.slug}/manage/sales/invoices/drafts/${draftId}/${act}${query(params)}`,
  /** Offers with a page of their own, and how far people came from each. */
  manageFunnels: (s: StudioRef) => `/${s.slug}/manage/sales/funnels`,
  /** The form of a new one, filled in by a template. */
  manageFunnelNew: (s: StudioRef, params: { template?: string } = {}) =>
    `/${s.slug}/manage/sales/funnels/new${query(params)}`,
  /** A funnel with the people of one step (GET), and setting its state (POST). */
  manageFunnel: (s: StudioRef, funnelId: string, params: { step?: string } = {}) =>
    `/${s.slug}/manage/sales/funnels/${funnelId}${query(params)}`,
  manageFunnelEdit: (s: StudioRef, funnelId: string) =>
    `/${s.slug}/manage/sales/funnels/${funnelId}/edit`,
  /** Codes that take something off what is sold. */
  manageCoupons: (s: StudioRef) => `/${s.slug}/manage/sales/coupons`,
  manageCouponNew: (s: StudioRef) => `/${s.slug}/manage/sales/coupons/new`,
  /** Nobody can use it from then on (POST). */
  manageCouponStop: (s: StudioRef, couponId: string) =>
    `/${s.slug}/manage/sales/coupons/${couponId}/stop`,
  /** Campaigns, and classes that have places left (GET); how often one is written to (POST). */
  manageMarketing: (s: StudioRef) => `/${s.slug}/manage/sales/marketing`,
  /** Writing one; `who` is an audience, `params` filters of the people list, `class` one to fill. */
  manageCampaignNew: (s: StudioRef, params: Params = {}) =>
    `/${s.slug}/manage/sales/marketing/new${query(params)}`,
  /** One of them: whom it is for and what came of it (GET), and what is done with it (POST). */
  manageCampaign: (s: StudioRef, campaignId: string, params: Params = {}) =>
    `/${s.slug}/manage/sales/marketing/${campaignId}${query(params)}`,
  manageCampaignEdit: (s: StudioRef, campaignId: string) =>
    `/${s.slug}/manage/sales/marketing/${campaignId}/edit`,
  /** Who they are that a number of it counts. */
  manageCampaignPeople: (s: StudioRef, campaignId: string, params: Params = {}) =>
    `/${s.slug}/manage/sales/marketing/${campaignId}/people${query(params)}`,
  managePlans: (s: StudioRef) => `/${s.slug}/manage/sales/memberships`,
  managePlanNew: (s: StudioRef) => `/${s.slug}/manage/sales/memberships/new`,
  managePlan: (s: StudioRef, planId: string) => `/${s.slug}/manage/sales/memberships/${planId}`,
  /** Freezing many at once: which and what it comes to (GET), and the press (POST). */
  manageFreezeMany: (s: StudioRef, params: Record<string, string | undefined> = {}) =>
    `/${s.slug}/manage/sales/memberships/freeze${query(params)}`,
  /** How far such a freeze is. */
  manageFreezeRun: (s: StudioRef, runId: string) =>
    `/${s.slug}/manage/sales/memberships/freezes/${runId}`,
  /** Taking it off sale (POST). */
  managePlanArchive: (s: StudioRef, planId: string) =>
    `/${s.slug}/manage/sales/memberships/${planId}/archive`,
  managePackages: (s: StudioRef) => `/${s.slug}/manage/sales/packages`,
  managePackageNew: (s: StudioRef, params: Params = {}) =>
    `/${s.slug}/manage/sales/packages/new${query(params)}`,
  managePackage: (s: StudioRef, packageId: string) =>
    `/${s.slug}/manage/sales/packages/${packageId}`,
  /** Taking it off sale (POST). */
  managePackageArchive: (s: StudioRef, packageId: string) =>
    `/${s.slug}/manage/sales/packages/${packageId}/archive`,
  /** Several packs people hold, or one: what becomes of each (GET), and the change (POST). */
  managePacks: (s: StudioRef, act: 'extend' | 'credits', params: Params = {}) =>
    `/${s.slug}/manage/sales/packages/${act}${query(params)}`,
  /** What is left of a pack becomes someone else's: to whom (GET), and the transfer (POST). */
  managePersonTransfer: (s: StudioRef, personId: string, params: Params = {}) =>
    `/${s.slug}/manage/members/members/${personId}/transfer${query(params)}`,
  /** Selling a package to a person at the desk. */
  managePersonSale: (s: StudioRef, personId: string) =>
    `/${s.slug}/manage/members/members/${personId}/sale`,
  /** What is sold over the counter, a row each variant. */
  manageProductsCsv: (s: StudioRef, params: Params = {}) =>
    `/${s.slug}/manage/sales/products.csv${query(params)}`,
  manageProducts: (s: StudioRef, params: Params = {}) =>
    `/${s.slug}/manage/sales/products${query(params)}`,
  manageProductNew: (s: StudioRef) => `/${s.slug}/manage/sales/products/new`,
  manageProduct: (s: StudioRef, productId: string) =>
    `/${s.slug}/manage/sales/products/${productId}`,
  /** Adding a variant, or changing the one that `variant` names. */
  manageProductVariant: (s: StudioRef, productId: string, params: Params = {}) =>
    `/${s.slug}/manage/sales/products/${productId}/variant${query(params)}`,
  /** Goods that came or are written off: the form (GET) and the move (POST). */
  manageProductStock: (s: StudioRef, productId: string, params: Params = {}) =>
    `/${s.slug}/manage/sales/products/${productId}/stock${query(params)}`,
  /** Taking it off sale, or putting it back (POST). */
  manageProductArchive: (s: StudioRef, productId: string) =>
    `/${s.slug}/manage/sales/products/${productId}/archive`,
  /** The count sheet of a location. */
  manageStocktake: (s: StudioRef, params: Params = {}) =>
    `/${s.slug}/manage/sales/products/stocktake${query(params)}`,
  /** Gift cards, and finding one by its code (POST). */
  manageGiftCards: (s: StudioRef, params: Params = {}) =>
    `/${s.slug}/manage/sales/gift-cards${query(params)}`,
  manageGiftCardsCsv: (s: StudioRef) => `/${s.slug}/manage/sales/gift-cards.csv`,
  /** A card with its moves (GET), and giving it a new code (POST). */
  manageGiftCard: (s: StudioRef, cardId: string) => `/${s.slug}/manage/sales/gift-cards/${cardId}`,
  /** Voiding it: the form (GET) and the act (POST). */
  manageGiftCardVoid: (s: StudioRef, cardId: string) =>
    `/${s.slug}/manage/sales/gift-cards/${cardId}/void`,
  manageGiftCardSettings: (s: StudioRef) => `/${s.slug}/manage/settings/gift-cards`,
  /** The till: sales that are held (GET), and beginning one (POST). */
  manageTill: (s: StudioRef) => `/${s.slug}/manage/studio/reception/sell`,
  /** A sale: its basket and its payment. */
  manageSale: (s: StudioRef, saleId: string, params: Params = {}) =>
    `/${s.slug}/manage/studio/reception/sell/${saleId}${query(params)}`,
  /** Goods of a line that come back: the form (GET) and the return (POST). */
  manageReturn: (s: StudioRef, invoiceId: string, params: Params = {}) =>
    `/${s.slug}/manage/sales/invoices/${invoiceId}/return${query(params)}`,
  /** Income of a period by kind and tax rate, and its file. */
  manageAccounts: (s: StudioRef, params: Params = {}) =>
    `/${s.slug}/manage/sales/accounts${query(params)}`,
  manageAccountsCsv: (s: StudioRef, params: Params = {}) =>
    `/${s.slug}/manage/sales/accounts.csv${query(params)}`,
  /** Money of a day by how it came; closing its takings (POST). */
  manageTakings: (s: StudioRef, params: Params = {}) =>
    `/${s.slug}/manage/sales/takings${query(params)}`,
  /** Numbers of invoices and when they are due. */
  manageInvoiceSettings: (s: StudioRef) => `/${s.slug}/manage/settings/invoices`,
  /** Who sells, as it appears on invoices. */
  manageLegalEntity: (s: StudioRef) => `/${s.slug}/manage/settings/legal`,
  /** The studio's account with the payment provider (GET), and connecting it (POST). */
  manageBankingPayout: (s: StudioRef, payout: string) =>
    `/${s.slug}/manage/settings/banking/payouts/${payout}`,
  manageYourPlan: (s: StudioRef) => `/${s.slug}/manage/settings/your-plan`,
  manageYourPlanChange: (s: StudioRef, plan: string) =>
    `/${s.slug}/manage/settings/your-plan/change?to=${plan}`,
  manageYourPlanCancel: (s: StudioRef) => `/${s.slug}/manage/settings/your-plan/cancellation`,
  manageBanking: (s: StudioRef) => `/${s.slug}/manage/settings/banking`,
  manageTax: (s: StudioRef) => `/${s.slug}/manage/settings/tax`,
  /** How much of an invoice each role may refund. */
  manageFamilyDiscount: (s: StudioRef) => `/${s.slug}/manage/settings/families`,
  /** When cards are tried again, and how long people book meanwhile. */
  manageFailedPayments: (s: StudioRef) => `/${s.slug}/manage/settings/failed-payments`,
  manageCoolingOff: (s: StudioRef) => `/${s.slug}/manage/settings/cooling-off`,
  manageRefundLimits: (s: StudioRef) => `/${s.slug}/manage/settings/refunds`,
}
