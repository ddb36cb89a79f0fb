package nameyard

// Control controls the sandbox in tests. It requires the permission sandbox.control.
type Control struct {
	Worlds       *WorldsControl
	World        *WorldControl
	Clock        *ClockControl
	Faults       *FaultsControl
	Journal      *JournalControl
	Explorations *ExplorationsControl
	Receivers    *ReceiversControl
	Registry     *RegistryControl
}

func newControl(t *transport) *Control {
	return &Control{
		&WorldsControl{t}, &WorldControl{t}, &ClockControl{t}, &FaultsControl{t},
		&JournalControl{t}, &ExplorationsControl{t}, &ReceiversControl{t}, &RegistryControl{t},
	}
}
