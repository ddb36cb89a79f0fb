import { Menu as BaseMenu } from '@base-ui/react/menu';
import { Check, Ellipsis, type LucideIcon } from 'lucide-react';
import type { ReactElement, ReactNode } from 'react';
import { iconButtonClass } from './button';
import { openDialog } from './dialog';

interface MenuItem {
  label: string;
  icon: LucideIcon;
  onSelect?: () => void;
  /** Opened instead of calling `onSelect`. */
  dialog?: ReactNode;
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

/** Class names of a menu item, without the gap between icon and text. */
export const menuItemClass =
  'flex cursor-default items-center rounded-[7px] px-2.5 py-1.75 text-primary no-underline data-highlighted:bg-hover data-highlighted:outline-none max-md:py-2.5';

export function Menu({ label, className = iconButtonClass(), trigger, head, items }: MenuProps) {
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

function Item({ label, icon: Icon, onSelect, dialog, href, danger }: MenuItem) {
  const props = { className: `gap-2.5 ${menuItemClass} ${danger ? 'text-bad!' : '[&_svg]:text-muted'}` };
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
    <BaseMenu.Item {...props} onClick={dialog ? () => openDialog(dialog) : onSelect}>
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

/** A menu with one checked item. */
export function RadioMenu<Value extends string>({ trigger, align, value, options, onChange }: RadioMenuProps<Value>) {
  return (
    <MenuPopup trigger={trigger} align={align}>
      <BaseMenu.RadioGroup value={value} onValueChange={onChange}>
        {options.map(({ value, label, note, icon: Icon }) => (
          <BaseMenu.RadioItem
            key={value}
            value={value}
            className={`gap-2.5 ${menuItemClass} [&_svg]:text-muted`}
            closeOnClick
          >
            {Icon && <Icon size={16} />}
            <span>
              {label}
              {note && <span className="block text-xs font-normal text-muted">{note}</span>}
            </span>
            <span className="ms-auto flex w-3.75 flex-none">
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
      <BaseMenu.Positioner sideOffset={6} align={props.align ?? 'end'} className="z-50">
        <BaseMenu.Popup className="max-h-[min(420px,80dvh)] max-w-[calc(100vw-24px)] min-w-52 overflow-y-auto rounded-[11px] border border-line bg-layer p-1.25 shadow-layer focus-visible:outline-none">
          {props.children}
        </BaseMenu.Popup>
      </BaseMenu.Positioner>
    </BaseMenu.Portal>
  </BaseMenu.Root>
);
