import { Menu as BaseMenu } from '@base-ui/react/menu';
import { Check, Ellipsis, type LucideIcon } from 'lucide-react';
import type { ReactElement, ReactNode } from 'react';

interface MenuItem {
  label: string;
  icon: LucideIcon;
  onSelect?: () => void;
  href?: string;
  danger?: boolean;
}

interface MenuProps {
  /** Accessible name and class of the default trigger, a button with three dots. */
  label?: string;
  className?: string;
  trigger?: ReactElement;
  head?: ReactNode;
  items: readonly (MenuItem | false)[];
}

export function Menu({ label, className = 'icon-button', trigger, head, items }: MenuProps) {
  const ellipsis = (
    <button type="button" aria-label={label} className={className}>
      <Ellipsis size={18} />
    </button>
  );
  return (
    <MenuPopup trigger={trigger ?? ellipsis}>
      {head}
      {items.map(item => item && <Item key={item.label} {...item} />)}
    </MenuPopup>
  );
}

function Item({ label, icon: Icon, onSelect, href, danger }: MenuItem) {
  const props = { className: `menu-item ${danger ? 'menu-danger' : ''}` };
  const content = (
    <>
      <Icon size={16} />
      <span>{label}</span>
    </>
  );
  return href ? (
    <BaseMenu.LinkItem {...props} href={href} closeOnClick>
      {content}
    </BaseMenu.LinkItem>
  ) : (
    <BaseMenu.Item {...props} onClick={onSelect}>
      {content}
    </BaseMenu.Item>
  );
}

interface RadioMenuProps<Value extends string> {
  trigger: ReactElement;
  align: 'start' | 'end';
  value: Value;
  options: readonly { value: Value; label: string; note?: string; icon?: LucideIcon }[];
  onChange: (value: Value) => void;
}

/** A menu of which one item is checked. */
export function RadioMenu<Value extends string>({ trigger, align, value, options, onChange }: RadioMenuProps<Value>) {
  return (
    <MenuPopup trigger={trigger} align={align}>
      <BaseMenu.RadioGroup value={value} onValueChange={onChange}>
        {options.map(({ value, label, note, icon: Icon }) => (
          <BaseMenu.RadioItem key={value} value={value} className="menu-item" closeOnClick>
            {Icon && <Icon size={16} />}
            <span>
              {label}
              {note && <span className="menu-note">{note}</span>}
            </span>
            <span className="menu-check">
              <BaseMenu.RadioItemIndicator render={<Check size={15} />} />
            </span>
          </BaseMenu.RadioItem>
        ))}
      </BaseMenu.RadioGroup>
    </MenuPopup>
  );
}

const MenuPopup = (props: { trigger: ReactElement; align?: 'start' | 'end'; children: ReactNode }) => (
  <BaseMenu.Root>
    <BaseMenu.Trigger render={props.trigger} />
    <BaseMenu.Portal>
      <BaseMenu.Positioner sideOffset={6} align={props.align ?? 'end'} className="layer">
        <BaseMenu.Popup className="menu">{props.children}</BaseMenu.Popup>
      </BaseMenu.Positioner>
    </BaseMenu.Portal>
  </BaseMenu.Root>
);
