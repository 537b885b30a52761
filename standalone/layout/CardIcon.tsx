/** A payment card, which BigDesign has no icon of; drawn at the size and in the color of its icons. */
export function CardIcon() {
  return (
    <svg viewBox="0 0 24 24" width="24" height="24" fill="currentColor" aria-hidden="true">
      <path fillRule="evenodd" d="M4 4h16a2 2 0 0 1 2 2v12a2 2 0 0 1-2 2H4a2 2 0 0 1-2-2V6a2 2 0 0 1 2-2Zm0 2v2h16V6H4Zm0 5v7h16v-7H4Zm2 3h5v2H6v-2Z" />
    </svg>
  );
}
