<?php

declare(strict_types=1);

namespace Nameyard;

/** A key, a signing secret or an auth code. It is not printed or logged; `reveal()` returns its text. */
final readonly class Secret implements \Stringable
{
    private \SensitiveParameterValue $text;

    public function __construct(#[\SensitiveParameter] string $text)
    {
        $this->text = new \SensitiveParameterValue($text);
    }

    public function reveal(): string
    {
        return $this->text->getValue();
    }

    public function __toString(): string
    {
        return '[secret]';
    }

    /** @return array<string, string> */
    public function __debugInfo(): array
    {
        return ['text' => '[secret]'];
    }
}
