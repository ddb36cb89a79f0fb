/** As much of a text as there is room for; all of it on hover. */
export const Cut = ({ children }: { children: string }) => (
  <span className="cut" title={children}>
    {children}
  </span>
);
