/** Ways to sign in, as people read them. */
export function wayName(
  provider: string,
  providers: Partial<Record<string, { label: string }>>,
): string {
  if (provider === 'email') return 'Email'
  if (provider === 'phone') return 'Phone'
  if (provider.startsWith('sso:')) return 'Your studio’s single sign-on'
  return providers[provider]?.label ?? provider
}
