/** What the page leads back to. */
export function PurposeLine({ purpose }: { purpose: { lead: string; name: string } | null }) {
  if (!purpose) return null
  return (
    <p>
      {purpose.lead} <b>{purpose.name}</b>. We’ll bring you straight back to it.
    </p>
  )
}
