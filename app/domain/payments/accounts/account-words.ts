/** What a provider still asks of a studio, in words. Pure. */

const known: Readonly<Record<string, string>> = {
  external_account: 'a bank account',
  'business_profile.url': 'the address of your website',
  'business_profile.mcc': 'what kind of business it is',
  'tos_acceptance.date': 'that you accept Stripe’s terms',
}

/** `individual.verification.document` is a document of the individual. */
export const missingWords = (field: string): string =>
  known[field] ?? field.replaceAll('.', ', ').replaceAll('_', ' ')
