/** How a changeset becomes lines of `CHANGELOG.md`: `changeset version` calls these functions (.changeset/config.json). */
export default {
  /** `syncline diff --changeset` writes a list, a person writes a sentence. */
  getReleaseLine: ({ summary }: { readonly summary: string }): string =>
    summary.startsWith('- ') ? summary : `- ${summary.replaceAll(/\n(?=.)/g, '\n  ')}`,
  /** All packages have the same version, so a list of updated dependencies tells users nothing. */
  getDependencyReleaseLine: (): string => '',
};
