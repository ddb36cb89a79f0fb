import { Menu as Base } from '@base-ui/react/menu';
import type { ReactElement, ReactNode } from 'react';

interface Item {
  label: string;
  icon?: ReactNode;
  onSelect?: () => void;
  href?: string;
  danger?: boolean;
}

/** What can be done with one thing, behind one button. */
export function Menu({ trigger, items, head }: { trigger: ReactElement; items: Item[]; head?: ReactNode }) {
  return (
    <Base.Root>
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner sideOffset={6} align="end" className="layer">
          <Base.Popup className="menu">
            {head}
            {items.map(({ label, icon, onSelect, href, danger }) => {
              const className = `menu-item ${danger ? 'menu-danger' : ''}`;
              const content = (
                <>
                  {icon}
                  <span>{label}</span>
                </>
              );
              return href ? (
                <Base.LinkItem key={label} href={href} className={className} closeOnClick>
                  {content}
                </Base.LinkItem>
              ) : (
                <Base.Item key={label} onClick={onSelect} className={className}>
                  {content}
                </Base.Item>
              );
            })}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
