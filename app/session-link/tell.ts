/** Says what is wrong with the link, on the page it led to. */
export function tell(text: string): void {
  const place = document.getElementById('session-link')
  if (!place) return
  place.textContent = text
  place.hidden = false
}
