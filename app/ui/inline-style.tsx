/** A `<style>` element with CSS of our own making; React would escape the quotes of CSS given as a child. */
export function InlineStyle({ css }: { css: string }) {
  return <style dangerouslySetInnerHTML={{ __html: css }} />
}
