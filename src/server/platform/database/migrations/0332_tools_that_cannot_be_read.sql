-- Versions that give an agent step its tools by an expression were taken for ones that send nothing. They are read again at the start.
update agent_versions v set uses_model = null, sends_out = null
from workflow_versions w
where w.id = v.workflow_version_id and jsonb_path_exists(w.document, 'lax $.nodes[*].config.tools ? (@.type() == "string")');
